// Prints each requirement with the tests that cite it; exit 1 if a requirement is not covered or a list is not true.
// Leaves judgement and layout to conformance/. Runs in the root of the repository.
// @ts-check

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { judge } from "./conformance/judge.mjs";
import { showMarkdown, showPlain, showTotals } from "./conformance/show.mjs";
import { readVitest } from "./reports.mjs";

// The one that vitest.config.ts names: a file given on the command line does not win over it.
const OWN_REPORT = ".reports/node.json";

const { values } = parseArgs({
  options: {
    report: { type: "string" },
    verbose: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
  },
});

const files = readVitest(readFileSync(values.report ?? runTests(), "utf8"), process.cwd());
const { rows, problems } = judge(
  readJson("test/conformance/requirements.json"),
  readJson("test/conformance/pending.json"),
  files.flatMap((file) => file.tests),
);
const show = values.markdown ? showMarkdown : showPlain;
for (const line of show(rows, values.verbose ? "all" : "first")) console.log(line);
console.log(`\n${showTotals(rows)}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @returns {string} the report's path; what failed is in it, so the exit code does not matter here */
function runTests() {
  rmSync(OWN_REPORT, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=json", `--outputFile=${OWN_REPORT}`];
  spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return OWN_REPORT;
}
