// Prints each requirement with the tests that cite it; exits with 1 if a requirement is not covered, a list is wrong, or no test of a promise
// passed. Run it in the root of the repository.
// @ts-check

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { judge } from "./conformance/judge.mjs";
import { judgePromises } from "./conformance/promises.mjs";
import { showMarkdown, showPlain, showTotals } from "./conformance/show.mjs";
import { readList } from "./promises/list.mjs";
import { readNamedFiles, readTags } from "./promises/tags.mjs";
import { readJunit, readVitest } from "./reports.mjs";

// Set in vitest.config.ts, which wins over a file given on the command line.
const OWN_REPORT = ".reports/node.json";

const { values } = parseArgs({
  options: {
    report: { type: "string", multiple: true },
    verbose: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
  },
});

// Each report is judged alone: coverage on one runtime says nothing about the other. The table shows the first.
const reports = values.report ?? [runTests()];
const requirements = readJson("test/conformance/requirements.json");
const pending = readJson("test/conformance/pending.json");
const verdicts = reports.map((report) => ({
  report,
  ...judge(
    requirements,
    pending,
    readFiles(report).flatMap(({ tests }) => tests),
  ),
}));
const show = values.markdown ? showMarkdown : showPlain;
for (const line of show(verdicts[0]?.rows ?? [], values.verbose ? "all" : "first")) console.log(line);
console.log();
for (const { report, rows, problems } of verdicts) {
  const start = verdicts.length === 1 ? "" : `${report}: `;
  console.log(start + showTotals(rows));
  for (const problem of problems) console.error(start + problem);
}
const filesOf = readTags(".");
const promises = [
  ...readList(".").flatMap(({ id }) => filesOf(id).map((file) => ({ file, id }))),
  ...readNamedFiles(readFileSync("docs/guarantees.md", "utf8")).map((file) => ({ file })),
];
const broken = judgePromises(promises, reports.flatMap(readFiles));
for (const problem of broken) console.error(problem);
process.exitCode = [...verdicts.flatMap(({ problems }) => problems), ...broken].length === 0 ? 0 : 1;

/**
 * Bun writes XML, vitest JSON.
 * @param {string} report
 */
function readFiles(report) {
  const text = readFileSync(report, "utf8");
  return report.endsWith(".xml") ? readJunit(text) : readVitest(text, process.cwd());
}

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
