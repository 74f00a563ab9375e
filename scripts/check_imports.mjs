// Checks the imports of src against the rules; exits with 1 and a line for each violation. Run it in the root of the repository.
// @ts-check

import { readGraph } from "./check_imports/graph.mjs";
import { findOffences } from "./check_imports/rules.mjs";

const graph = readGraph("src");
const offences = findOffences(graph);
for (const offence of offences) console.error(offence);
if (offences.length === 0) console.log(`${graph.modules.length} modules, ${graph.edges.length} imports, no offence`);
process.exitCode = offences.length === 0 ? 0 : 1;
