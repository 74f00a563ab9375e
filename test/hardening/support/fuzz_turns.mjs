// One turn of the fuzzer: a few random calls and what must hold of their answers. Everything in a turn comes from its own seed, cursors too, so
// that it can be repeated alone. Leaves the calls to random_calls.mjs and what an answer must be to answers.mjs.
// @ts-check

import { isDeepStrictEqual } from "node:util";
import { findFault, isListing, readBack } from "./answers.mjs";
import { ownerTurn } from "./fuzz_owner.mjs";
import { randomCall, randomContext, randomPage } from "./random_calls.mjs";
import { forge, spoil } from "./random_cursors.mjs";
import { randomAlien } from "./random_values.mjs";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {import("./fuzz_surfaces.mjs").Surface} Surface */
/** @typedef {import("./fuzz_surfaces.mjs").Context} Context */
/** `status`: `success`, or the code of an error. */
/** @typedef {{ tool: string, format: string, status: string, fault: string | null, asked: unknown, result: unknown }} Noted */
/**
 * @typedef {object} Turn
 * @property {Surface} surface
 * @property {World} world
 * @property {import("./text_bundle.mjs").Readers} readers
 * @property {Random} random
 * @property {(noted: Noted) => void} note called once for each call
 */

const TOOLS = ["tree", "list_directory", "read_file", "list_files", "search_text", "read_files"];
const ROOM = { max_output_bytes: 50_000_000, available_capacity_bytes: 50_000_000 };
const MAX_PAGES = 4;
const BROKEN = [
  Buffer.from('{"id":"x"'),
  Buffer.from([0xff, 0xfe, 0]),
  Buffer.from("[".repeat(100_000)),
  Buffer.from('"\\ud800'),
  Buffer.from("{}{}"),
];

/** @param {Turn} turn */
export function takeTurn(turn) {
  const { random, surface } = turn;
  const kind = random.below(100);
  if (kind < 62) return singleTurn(turn);
  if (kind < 72) return batchTurn(turn);
  if (kind < 84) return pagesTurn(turn);
  if (kind < 85) return brokenTurn(turn);
  // Both of these need the library.
  if (surface.toolkit === null) return singleTurn(turn);
  return kind < 90 ? twinTurn(turn) : ownerTurn(turn, surface.toolkit);
}

/** @param {Turn} turn */
async function singleTurn(turn) {
  await askAll(turn, [anyCall(turn, "c0")], anyContext(turn));
}

/** @param {Turn} turn */
async function batchTurn(turn) {
  const length = 2 + turn.random.below(9);
  const calls = Array.from({ length }, (_, index) => anyCall(turn, `c${index}`));
  await askAll(turn, calls, anyContext(turn));
}

/** @param {Turn} turn */
async function brokenTurn({ surface, world, readers, random, note }) {
  const result = await surface.askBroken(random.pick(BROKEN));
  const asked = { call: null, context: {}, format: surface.formatOf({}) };
  note(toNoted(asked, result, findFault(world, asked, result, readers)));
}

/** Pages that follow one another by real cursors, then one by a cursor that nobody was given. @param {Turn} turn */
async function pagesTurn(turn) {
  const { random, surface, world, note } = turn;
  const { name, args, isPlain } = randomPage(random, world);
  const context = {
    ...(random.happens(0.3) ? { max_output_bytes: 600 + random.below(4000) } : {}),
    ...anyFormat(turn),
  };
  const seen = new Set();
  let after;
  for (let page = 0; page < MAX_PAGES; page++) {
    const call = { id: `p${page}`, name, arguments: { ...args, ...(after === undefined ? {} : { after }) } };
    const [answer] = await askAll(turn, [call], context);
    const fault = page > 0 ? findPageFault(answer, seen) : null;
    if (fault !== null) note(toNoted({ call, context, format: surface.formatOf(context) }, answer?.result, fault));
    for (const path of answer?.data?.paths ?? []) seen.add(path);
    if (typeof answer?.data?.next !== "string") break;
    after = answer.data.next;
  }
  const wrong = isPlain && random.happens(0.5) ? forge(random, { name, ...args }) : after && spoil(random, after);
  if (wrong !== undefined) await askAll(turn, [{ id: "w", name, arguments: { ...args, after: wrong } }], context);
}

/** @param {{ data: any } | undefined} answer to a call with a real cursor @param {Set<unknown>} seen */
function findPageFault(answer, seen) {
  if (answer?.data?.error?.code === "INVALID_ARGUMENT") return "refuses the cursor of the page before";
  // Names that are not UTF-8 may look alike.
  const paths = (answer?.data?.paths ?? []).filter((/** @type {string} */ path) => !path.includes("\ufffd"));
  return paths.some((/** @type {string} */ path) => seen.has(path)) ? "shows what an earlier page has shown" : null;
}

/** The same call in both formats says the same. @param {Turn} turn */
async function twinTurn(turn) {
  const { surface, readers, note } = turn;
  const call = anyCall(turn, "t");
  const [json] = await askAll(turn, [call], { ...ROOM, format: "json" });
  const [text] = await askAll(turn, [call], { ...ROOM, format: "text" });
  // A busy machine may have stopped one of them early.
  if ([json, text].some((one) => /timeout/i.test(Object(one?.result).content))) return;
  const isSame = isListing({ call, context: {}, format: "text", dialect: surface.dialect })
    ? Object(json?.result).is_error || Object(json?.result).content === Object(text?.result).content
    : isDeepStrictEqual(readers.withoutTimes(json?.data ?? null), text?.data ?? null);
  if (!isSame) note(toNoted({ call, context: ROOM, format: "text" }, text?.result, "says other things than the JSON"));
}

/**
 * @param {Turn} turn
 * @param {readonly unknown[]} calls
 * @param {Context} given
 * @returns {Promise<readonly { result: unknown, data: any }[]>}
 */
async function askAll({ surface, world, readers, note }, calls, given) {
  const results = await surface.ask(calls, given);
  const answers = calls.map((said, index) => {
    const { call, context } = surface.see(said, given);
    const asked = { call, context, format: surface.formatOf(context), dialect: surface.dialect };
    const result = results[index];
    const fault = findFault(world, asked, result, readers);
    const data = fault === null ? tryRead(asked, result, readers) : null;
    note(toNoted(asked, result, fault, data));
    return { result, data };
  });
  if (results.length > calls.length)
    note(toNoted({ call: null, context: given, format: "json" }, results, "more answers than calls"));
  return answers;
}

/** @param {import("./answers.mjs").Asked} asked @param {any} result @param {Turn["readers"]} readers */
function tryRead(asked, { content, is_error }, readers) {
  return content === "" || (!is_error && isListing(asked)) ? null : readBack(asked, content, is_error, readers);
}

/** @param {import("./answers.mjs").Asked} asked @param {unknown} result @param {string | null} fault @param {any} [data] @returns {Noted} */
function toNoted(asked, result, fault, data) {
  const name = Object(asked.call).name;
  const status = Object(result).is_error === false ? "success" : (data?.error?.code ?? "empty");
  return { tool: TOOLS.includes(name) ? name : "no tool", format: asked.format, status, fault, asked, result };
}

/** @param {Turn} turn @param {string} id */
function anyCall({ random, world, surface }, id) {
  if (surface.toolkit === null || random.happens(0.99)) return randomCall(random, world, id);
  const alien = randomAlien(random);
  return random.happens(0.5) ? alien : { id, name: "tree", arguments: alien };
}

/** @param {Turn} turn @returns {Context} */
function anyContext(turn) {
  const { random, surface } = turn;
  const context = { ...randomContext(random), ...anyFormat(turn) };
  if (surface.toolkit === null || random.happens(0.98)) return context;
  const controller = new AbortController();
  if (random.happens(0.5)) controller.abort();
  else setImmediate(() => controller.abort());
  return { ...context, signal: controller.signal };
}

/** @param {Turn} turn @returns {Context} */
function anyFormat({ random, surface }) {
  return surface.toolkit === null ? {} : { format: random.pick(["json", "text", undefined, "text"]) };
}
