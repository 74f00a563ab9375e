// Runs the suite on Node and again on Bun, whatever the first one said, then prints the closing lines of both.
// Fails if either runner failed: a report alone does not tell of an unhandled rejection.
import { spawnSync } from "node:child_process";

/** @param {string} command @param {...string} args */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  return status ?? 1;
}

run(process.execPath, "scripts/summary.mjs", "--clear");
const node = run("npm", "run", "--silent", "test:node");
const bun = run("npm", "run", "--silent", "test:bun");
const summary = run(process.execPath, "scripts/summary.mjs");
process.exitCode = node || bun || summary;
