// Sends random lines to `porthole call --jsonl` in a process of its own.
// @ts-check

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findFault } from "./answers.mjs";
import { countLeft, countOpen } from "./descriptors.mjs";
import { randomCall, randomContext } from "./random_calls.mjs";

const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const LINES_AT_A_TIME = 100;
const BROKEN = [
  Buffer.from('{"id":"x"'),
  Buffer.from([0xff, 0xfe, 0]),
  Buffer.from("[".repeat(100_000)),
  Buffer.from('"\\ud800'),
  Buffer.from("{}{}"),
];

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {{ readonly bytes: Buffer, readonly call: unknown, readonly context: Record<string, unknown> }} Line */

/**
 * @param {{ command: string, dialect: "forge" | "gemini", world: World, random: Random, calls: number }} options
 * @returns {Promise<import("./fuzz_library.mjs").Report>}
 */
export async function fuzzJsonl({ command, dialect, world, random, calls }) {
  const words = [MAIN, "call", "--jsonl", "--workspace", world.root, "--dialect", dialect];
  // Not in the current folder: on Bun the command line refuses to start next to a `bunfig.toml`.
  const child = spawn(command, words, { cwd: "/", env: { ...process.env, XDG_CONFIG_HOME: "/nonexistent" } });
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {import("./fuzz_library.mjs").Report} */
  const report = { calls: 0, successes: 0, faults: [] };
  let descriptors = 0;
  while (report.calls < calls) {
    const lines = Array.from({ length: LINES_AT_A_TIME }, (_, index) =>
      randomLine(random, world, report.calls + index),
    );
    child.stdin.write(Buffer.concat(lines.flatMap(({ bytes }) => [bytes, Buffer.from("\n \n")])));
    for (const line of lines) addAnswer(report, world, line, dialect, (await answers.next()).value);
    if (descriptors === 0) descriptors = countOpen(world.folder, child.pid);
  }
  const left = await countLeft(world.folder, { before: descriptors, pid: child.pid });
  if (left > 0) report.faults.push(`${left} descriptors more at the end than the ${descriptors} at the beginning`);
  child.stdin.end();
  const code = await ended;
  if (code !== 0 || complaints !== "") report.faults.push(`ended with ${code}: ${complaints.slice(0, 400)}`);
  if (!(await answers.next()).done) report.faults.push("more answers than calls");
  return report;
}

/**
 * @param {import("./fuzz_library.mjs").Report} report
 * @param {World} world
 * @param {Line} line
 * @param {string} dialect
 * @param {string} answer
 */
function addAnswer(report, world, { bytes, call, context }, dialect, answer) {
  const isText = dialect === "gemini" && Object(call).name === "list_directory";
  const result = JSON.parse(answer ?? "null");
  const fault = findFault(world, { call, context, isText }, result);
  if (fault !== null)
    report.faults.push(`${fault}: ${bytes.toString("utf8").slice(0, 600)} -> ${answer?.slice(0, 400)}`);
  report.calls++;
  if (result?.is_error === false) report.successes++;
}

/**
 * @param {Random} random
 * @param {World} world
 * @param {number} index
 * @returns {Line}
 */
function randomLine(random, world, index) {
  if (random.happens(0.01)) return { bytes: random.pick(BROKEN), call: null, context: {} };
  const call = randomCall(random, world, `c${index}`);
  const isObject = typeof call === "object" && call !== null && !Array.isArray(call);
  const context = isObject && random.happens(0.5) ? { context: randomContext(random) } : {};
  const text = trySay(isObject ? { ...call, ...context } : call);
  // As it arrives at the other end: JSON turns some values into null.
  const said = JSON.parse(text);
  return { bytes: Buffer.from(text), call: said, context: Object(Object(said).context) };
}

/** @param {unknown} value */
function trySay(value) {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return "null";
  }
}
