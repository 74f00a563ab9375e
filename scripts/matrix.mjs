// Runs the suite on every supported runtime, whatever the others said: Node 20, 22, 24 and 26, and Bun. Prints one line for
// each and a total; exit 1 if any failed. `npm run test:matrix -- 22 bun` runs some of them. Leaves getting a Node to install.mjs.
// @ts-check

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { installNode } from "./matrix/install.mjs";
import { countTests, showRow, showTotal } from "./matrix/show.mjs";
import { readJunit, readVitest } from "./reports.mjs";

const NODE_MAJORS = ["20", "22", "24", "26"];
const REPORTS = resolve(".reports/matrix");
/** Where vitest.config.ts has it written. */
const NODE_REPORT = ".reports/node.json";

const known = [...NODE_MAJORS, "bun"];
const HELP = `npm run test:matrix -- [runtime ...]

Runs the suite on each of ${known.join(", ")}, or on those that are named. Gets each Node from npm, once.
Ends with 1 if any of them failed.
`;

const wanted = process.argv.slice(2);
if (wanted.includes("--help")) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`there is no runtime ${JSON.stringify(unknown)}; there are ${known.join(", ")}; see --help`);
  process.exit(2);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const rows = known.filter((name) => wanted.length === 0 || wanted.includes(name)).map(runOn);
console.log(`\n${rows.map(showRow).join("\n")}\n${showTotal(rows)}`);
process.exitCode = rows.every((row) => row.isGreen) ? 0 : 1;

/** @param {string} name @returns {import("./matrix/show.mjs").Row} */
function runOn(name) {
  console.log(`\n== ${name}`);
  try {
    const { runtime, status, files } = name === "bun" ? runBun() : runNode(name);
    const counts = countTests(files);
    return { runtime, ...counts, isGreen: status === 0 && counts.failed === 0 && counts.passed > 0 };
  } catch (error) {
    console.error(error);
    return { runtime: name, passed: 0, failed: 0, skipped: 0, isGreen: false };
  }
}

/** @param {string} major */
function runNode(major) {
  const node = installNode(major);
  // An old report must not be taken for that of a run that wrote none.
  rmSync(NODE_REPORT, { force: true });
  // First in PATH, because tests start further processes by name.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const status = run(node, ["node_modules/vitest/vitest.mjs", "run"], env);
  const runtime = `Node ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1)}`;
  return { runtime, status, files: readVitest(readFileSync(NODE_REPORT, "utf8"), process.cwd()) };
}

function runBun() {
  const report = join(REPORTS, "bun.xml");
  // Its name is the same on every system.
  const bun = resolve("node_modules/bun/bin/bun.exe");
  const args = ["test", "--timeout", "300000", "--reporter=junit", `--reporter-outfile=${report}`, "test"];
  const status = run(bun, args, process.env);
  const runtime = `Bun ${spawnSync(bun, ["--version"], { encoding: "utf8" }).stdout.trim()}`;
  return { runtime, status, files: readJunit(readFileSync(report, "utf8")) };
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(command, args, env) {
  return spawnSync(command, args, { stdio: "inherit", env }).status ?? 1;
}
