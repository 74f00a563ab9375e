// Checks the imports of src against the rules; exit 1 with a line for each offence. Runs in the root of the repository.
// Leaves reading to check_imports/graph.mjs and the rules to check_imports/rules.mjs.
// @ts-check

import { readGraph } from "./check_imports/graph.mjs";
import { findOffences } from "./check_imports/rules.mjs";

const graph = readGraph("src");
const offences = findOffences(graph);
for (const offence of offences) console.error(offence);
if (offences.length === 0) console.log(`${graph.modules.length} modules, ${graph.edges.length} imports, no offence`);
process.exitCode = offences.length === 0 ? 0 : 1;
