// Prints the closing lines of a test run on both runtimes; exit 1 unless both ran the same files and nothing failed. With --core Bun
// needs to have run only the core.
// Leaves running the tests to npm, which calls it with --clear first: no old report shall speak for a new run.
// @ts-check

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { BUN_CORE } from "./bun_core.mjs";
import { readJunit, readVitest } from "./reports.mjs";
import { summarize } from "./summary/summarize.mjs";

const NODE_REPORT = ".reports/node.json";
const BUN_REPORT = ".reports/bun.xml";

if (process.argv.includes("--clear")) {
  for (const file of [NODE_REPORT, BUN_REPORT]) rmSync(file, { force: true });
  // Bun does not create the folder itself, and may be the first to write.
  mkdirSync(".reports", { recursive: true });
} else {
  const reports = {
    node: read(NODE_REPORT, (text) => readVitest(text, process.cwd())),
    bun: read(BUN_REPORT, readJunit),
  };
  const { lines, problems } = summarize(reports, process.argv.includes("--core") ? BUN_CORE : undefined);
  for (const problem of problems) console.error(problem);
  for (const line of lines) console.log(line);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/**
 * @param {string} file
 * @param {(text: string) => import("./reports.mjs").TestFile[]} parse
 * @returns {import("./summary/summarize.mjs").Report}
 */
function read(file, parse) {
  if (!existsSync(file)) return { missing: `there is no ${file}` };
  try {
    return { files: parse(readFileSync(file, "utf8")) };
  } catch (error) {
    return { missing: `${file}: ${error instanceof Error ? error.message : error}` };
  }
}
