// Runs the suite on Node and, at the same time, the runtime-dependent part on Bun; with --all everything on both, with large counts. Then
// prints the closing lines of both. Fails if either runner failed: a report alone does not show unhandled rejections.
// @ts-check

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { BUN_CORE } from "./bun_core.mjs";
import { findCommand } from "./run/command.mjs";

const isWhole = process.argv.includes("--all");
/** @type {NodeJS.ProcessEnv} */
const env = { ...(isWhole && { PORTHOLE_THOROUGH: "1" }), ...process.env };
// Node parses these certificates whenever it starts, which takes twice as long as the rest of the start. The tests stay on loopback.
delete env.NODE_EXTRA_CA_CERTS;

/**
 * For the core on Bun. Most functions of a test run a few times: compiling them took a quarter of the processor time, and giving memory
 * back to the system and getting it again another twentieth. Not with large counts, where optimised code is worth its price.
 */
const BUN_COMPILES_LATER = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_thresholdForJITAfterWarmUp: "2000",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "6000",
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: "6000",
  BUN_JSC_thresholdForOptimizeSoon: "6000",
  MIMALLOC_PURGE_DELAY: "-1",
};

/** @param {string} script @param {readonly string[]} more @param {"inherit" | "pipe"} output @param {NodeJS.ProcessEnv} [settings] */
function runScript(script, more, output, settings) {
  const { command, args } = findCommand(script);
  return run(command, [...args, ...more], output, settings);
}

/** @param {string} command @param {readonly string[]} args @param {"inherit" | "pipe"} output @param {NodeJS.ProcessEnv} [settings] */
async function run(command, args, output, settings) {
  const child = spawn(command, args, { env: { ...settings, ...env }, stdio: ["ignore", output, output] });
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", () => resolve(1)));
  const printed = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  return { code: await ended, printed: (await Promise.all(printed)).join("") };
}

const SUMMARY = "scripts/summary.mjs";
await run(process.execPath, [SUMMARY, "--clear"], "inherit");
// The output of the second is printed in one piece after that of the first.
const [node, bun] = await Promise.all([
  runScript("test:node", [], "inherit"),
  isWhole ? runScript("test:bun", ["test"], "pipe") : runScript("test:bun", BUN_CORE, "pipe", BUN_COMPILES_LATER),
]);
process.stdout.write(bun.printed);
const summary = await run(process.execPath, [SUMMARY, ...(isWhole ? [] : ["--core"])], "inherit");
process.exitCode = Number(node.code || bun.code || summary.code);
