// Makes random calls to a toolkit in this process, one by one and in batches.
// @ts-check

import { findFault } from "./answers.mjs";
import { randomAlien, randomCall, randomContext } from "./random_calls.mjs";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {{ calls: number, successes: number, faults: string[] }} Report */
/**
 * @typedef {object} Executing what is needed of a toolkit
 * @property {(call: never, context: object) => Promise<unknown>} execute
 * @property {(calls: never[], context: object) => Promise<readonly unknown[]>} executeBatch
 */

/**
 * @param {{ toolkit: Executing, dialect: "forge" | "gemini", world: World, random: Random, calls: number }} options
 * @returns {Promise<Report>}
 */
export async function fuzzLibrary({ toolkit, dialect, world, random, calls }) {
  /** @type {Report} */
  const report = { calls: 0, successes: 0, faults: [] };
  while (report.calls < calls) {
    const context = { ...randomContext(random), ...randomSignal(random) };
    const batch = randomBatch(random, world, report.calls);
    const results = await ask(toolkit, batch, context);
    if (results.length !== batch.length) report.faults.push(`${batch.length} calls, ${results.length} answers`);
    for (const [index, call] of batch.entries()) {
      const result = results[index];
      const isText = dialect === "gemini" && readName(call) === "list_directory";
      const fault = findFault(world, { call, context, isText }, result);
      if (fault !== null) report.faults.push(`${fault}: ${show(call)} ${show(context)} -> ${show(result)}`);
      report.calls++;
      if (Object(result).is_error === false) report.successes++;
    }
  }
  return report;
}

/**
 * @param {Executing} toolkit
 * @param {unknown[]} batch
 * @param {object} context
 * @returns {Promise<readonly unknown[]>}
 */
async function ask(toolkit, batch, context) {
  const calls = /** @type {never[]} */ (batch);
  const [only] = calls;
  return calls.length === 1
    ? [await toolkit.execute(/** @type {never} */ (only), context)]
    : toolkit.executeBatch(calls, context);
}

/** @param {Random} random @param {World} world @param {number} first */
function randomBatch(random, world, first) {
  const length = random.happens(0.7) ? 1 : 2 + random.below(9);
  return Array.from({ length }, (_, index) => {
    if (random.happens(0.99)) return randomCall(random, world, `c${first + index}`);
    const alien = randomAlien(random);
    return random.happens(0.5) ? alien : { id: `c${first + index}`, name: "tree", arguments: alien };
  });
}

/** @param {Random} random */
function randomSignal(random) {
  if (random.happens(0.98)) return {};
  const controller = new AbortController();
  if (random.happens(0.5)) controller.abort();
  else setImmediate(() => controller.abort());
  return { signal: controller.signal };
}

/** @param {unknown} call */
function readName(call) {
  return Object(call).name;
}

/** @param {unknown} value */
function show(value) {
  try {
    return JSON.stringify(value)?.slice(0, 400) ?? String(value);
  } catch {
    return "what JSON cannot say";
  }
}
