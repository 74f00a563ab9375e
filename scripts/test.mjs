// Runs the suite on Node and, at the same time, the runtime-dependent part on Bun; with --all everything on both, with large counts. Then
// prints the closing lines of both. Fails if either runner failed: a report alone does not show unhandled rejections.
// @ts-check

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { BUN_CORE } from "./bun_core.mjs";

const isWhole = process.argv.includes("--all");
const env = isWhole ? { PORTHOLE_THOROUGH: "1", ...process.env } : process.env;

/** @param {string} script @param {readonly string[]} args @param {"inherit" | "pipe"} output */
async function run(script, args, output) {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
    env,
    stdio: ["ignore", output, output],
    // There npm is a script of its own, which only a shell runs.
    shell: process.platform === "win32",
  });
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", () => resolve(1)));
  const printed = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  return { code: await ended, printed: (await Promise.all(printed)).join("") };
}

await run("test:clear", [], "inherit");
// The output of the second is printed in one piece after that of the first.
const [node, bun] = await Promise.all([
  run("test:node", [], "inherit"),
  run("test:bun", isWhole ? ["test"] : BUN_CORE, "pipe"),
]);
process.stdout.write(bun.printed);
const summary = await run("test:summary", isWhole ? [] : ["--core"], "inherit");
process.exitCode = Number(node.code || bun.code || summary.code);
