// @ts-check
// How many modules of build/ a warm call runs through: those with a function that V8's precise coverage counts during the call. The folder is
// a git repository with rules, which count only with an agent's defaults. Run: npm run bench:modules -- [--list TOOL]

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAgentToolkit } from "../build/lib.js";
import { align } from "./table.mjs";

/** `most`: what the design of the house allows. */
const ROWS = [
  { name: "tree", args: { path: ".", entry_kind: "all" }, defaults: "specified", most: 24 },
  { name: "tree", args: { path: ".", entry_kind: "all" }, defaults: "agent", most: 36 },
  { name: "list_directory", args: { path: "." }, defaults: "specified", most: 26 },
  { name: "read_file", args: { path: "a.txt" }, defaults: "specified", most: 22 },
  { name: "search_text", args: { path: ".", pattern: "needle" }, defaults: "agent", most: 50 },
];
const WARM_CALLS = 20;

const { values } = parseArgs({ options: { list: { type: "string" } } });
const build = new URL("../build/", import.meta.url).href;
const session = new Session();
session.connect();
await session.post("Profiler.enable");

const root = makeRepository();
const rows = [];
for (const { name, args, defaults, most } of ROWS) {
  const toolkit = createAgentToolkit({
    workspaceRoot: root,
    defaults: /** @type {"specified" | "agent"} */ (defaults),
  });
  const call = async () => {
    const { is_error, content } = await toolkit.execute({ id: "1", name, arguments: args });
    if (is_error) throw new Error(content);
  };
  for (let count = 0; count < WARM_CALLS; count++) await call();
  const modules = await findModules(call);
  toolkit.close();
  rows.push([name, defaults, String(modules.length), `of ${most}`]);
  if (values.list === name) console.log([`${name}, ${defaults}:`, ...modules].join("\n  "));
}
session.disconnect();
rmSync(root, { recursive: true });
console.log(align(rows).join("\n"));

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), "porthole-modules-"));
  execFileSync("git", ["init", "-q", folder]);
  mkdirSync(join(folder, "src/deep"), { recursive: true });
  for (const path of ["a.txt", "b.log", "src/c.txt", "src/deep/d.txt"]) writeFileSync(join(folder, path), "a needle\n");
  writeFileSync(join(folder, ".gitignore"), "*.log\n");
  writeFileSync(join(folder, ".portholeignore"), "*.key\n");
  return folder;
}

/** @param {() => Promise<void>} call */
async function findModules(call) {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const ran = result.filter(({ url, functions }) => url.startsWith(build) && functions.some(hasRun));
  return ran.map(({ url }) => url.slice(build.length)).sort();
}

/** @param {import("node:inspector").Profiler.FunctionCoverage} coverage */
function hasRun({ ranges }) {
  return (ranges[0]?.count ?? 0) > 0;
}
