// The turns of the fuzzer that no tool call makes: resources, explanations and marks of random paths, through the library. They have no budget
// of bytes, and say nothing that is denied or outside either.
// @ts-check

import { showExplanation } from "../../../dist/lib.js";
import { findErrorFault, tellsPlace } from "./answers.mjs";
import { randomPath } from "./random_calls.mjs";
import { spoil } from "./random_cursors.mjs";

/** @typedef {import("./fuzz_turns.mjs").Turn} Turn */
/** @typedef {import("./fuzz_surfaces.mjs").Toolkit} Toolkit */

const BEGINNINGS = ["", "n", "names/", "links/out/", "../", "/", "content/x", "*", "[", "\0"];

/** @param {Turn} turn @param {Toolkit} toolkit */
export async function ownerTurn(turn, toolkit) {
  const { random } = turn;
  const path = randomPath(random, turn.world);
  const kind = random.below(10);
  if (kind < 3) return readResource(turn, toolkit, toUri(turn, path));
  if (kind < 5) return listResources(turn, toolkit);
  const { marks, explain } = toolkit;
  if (kind < 6 || marks === undefined || explain === undefined)
    return completePath(turn, toolkit, random.happens(0.5) ? random.pick(BEGINNINGS) : path);
  return kind < 8 ? markFolder(turn, marks, path) : explainPath(turn, explain, path);
}

/** @param {Turn} turn @param {unknown} path */
function toUri({ random }, path) {
  if (typeof path !== "string" || random.happens(0.1)) return path;
  const start = random.happens(0.9)
    ? "porthole:///"
    : random.pick(["file:///", "porthole://host/", "PORTHOLE:///", ""]);
  const encode = (/** @type {string} */ name) => (random.happens(0.9) ? encodeURIComponent(name) : name);
  return start + path.toWellFormed().split("/").map(encode).join("/");
}

/** @param {Turn} turn @param {Toolkit} toolkit @param {unknown} uri */
async function readResource(turn, toolkit, uri) {
  const outcome = await toolkit.resources.read({ id: "r", uri: /** @type {string} */ (uri) });
  judge(turn, "resources/read", uri, outcome);
  const { blob } = Object(Object(outcome).data);
  if (typeof blob === "string") judge(turn, "resources/read", uri, Buffer.from(blob, "base64").toString("latin1"));
}

/** @param {Turn} turn @param {Toolkit} toolkit */
async function listResources(turn, toolkit) {
  const first = await toolkit.resources.list({ id: "l" });
  judge(turn, "resources/list", undefined, first);
  const { nextCursor } = Object(Object(first).data);
  if (typeof nextCursor !== "string") return;
  const cursor = turn.random.happens(0.5) ? nextCursor : /** @type {string} */ (spoil(turn.random, nextCursor));
  const second = await toolkit.resources.list({ id: "l", cursor });
  const isRefused = cursor === nextCursor && second.status === "failure" && second.error.code === "INVALID_ARGUMENT";
  judge(turn, "resources/list", cursor, second, isRefused ? "refuses the cursor of the page before" : null);
}

/** @param {Turn} turn @param {Toolkit} toolkit @param {unknown} path */
async function completePath(turn, toolkit, path) {
  const outcome = await toolkit.resources.complete({ id: "c", path: /** @type {string} */ (path) });
  judge(turn, "completion", path, outcome);
}

/** @param {Turn} turn @param {NonNullable<Toolkit["marks"]>} marks @param {unknown} path */
async function markFolder(turn, marks, path) {
  judge(turn, "marks", path, await marks.list({ id: "m", path: /** @type {string} */ (path) }));
}

/** @param {Turn} turn @param {NonNullable<Toolkit["explain"]>} explain @param {unknown} path */
async function explainPath(turn, explain, path) {
  try {
    const explanation = await explain(/** @type {string} */ (path));
    const shown = showExplanation(explanation).split("\n");
    const isSafe = shown.every((line) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line));
    judge(turn, "explain", path, explanation, isSafe ? null : "a line that a terminal would act on");
  } catch (error) {
    // Only what is no path at all is refused by throwing.
    if (typeof path === "string") throw error;
    const { kind, code, message } = Object(error);
    judge(turn, "explain", path, { status: "failure", error: { kind, code, message } });
  }
}

/** @param {Turn} turn @param {string} tool @param {unknown} given @param {any} outcome @param {string | null} [known] */
function judge({ world, note }, tool, given, outcome, known = null) {
  const { status = "success", error } = Object(outcome);
  const call = { name: tool, arguments: { path: given } };
  note({
    tool,
    format: "data",
    status: error?.code ?? status,
    fault: known ?? (status === "failure" ? findErrorFault({ error }, world, call) : findTold(world, given, outcome)),
    asked: { call },
    result: outcome,
  });
}

/** @param {import("./hostile_tree.mjs").World} world @param {unknown} given @param {unknown} outcome */
function findTold(world, given, outcome) {
  const text = JSON.stringify(outcome);
  if (world.secrets.some((secret) => text.includes(secret))) return "tells a secret";
  const path = typeof given === "string" ? given : "";
  // Explanations repeat the path in each reason.
  if (!text.includes(world.folder) || path.includes(world.folder)) return null;
  return tellsPlace(text, world.folder, path) ? "tells an absolute path" : null;
}
