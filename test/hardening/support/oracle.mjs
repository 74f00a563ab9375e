// Decides whether an answer of a race comes from inside, is a refusal, or comes from outside. In any format, nothing from outside may be in
// it; in JSON, nothing but the entries inside may be in it.
// @ts-check

import {
  FILLED_BYTES,
  FILLED_NAME,
  FILLED_TEXT,
  INSIDE,
  OUTSIDE_BYTES,
  OUTSIDE_FOLDER,
  OUTSIDE_NAME,
  OUTSIDE_TEXT,
} from "./arena.mjs";

const KNOWN_NAMES = new Set([".", "d", "f", "mine", "up", "file", "spare", "d.hold", "file.hold", "f.hold"]);
const OUTSIDE = new RegExp(`${OUTSIDE_NAME}|${OUTSIDE_TEXT.slice(0, 12)}|\\b${OUTSIDE_BYTES}\\b|/proc/`);
const FILLED = new RegExp(`${FILLED_NAME}|${FILLED_TEXT.slice(0, 6)}|\\b${FILLED_BYTES}\\b`);
// Said only about entries that exist.
const PRESENT = /\bNOT_FILE\b|\bNOT_DIRECTORY\b|"place":"inside"|"kind":"(?:file|directory|symlink)"/;

/**
 * `followed`: from a directory that was inside when the call found it, and was filled after it was moved out.
 * @typedef {"inside" | "refused" | "escaped" | "followed"} Outcome
 */
/**
 * The whole answer as it was sent, and the part that a model or a program gets.
 * @typedef {{ readonly wire: string, readonly content: string, readonly isError: boolean }} Answer
 */

/** Whether a text has a name, a size or content that exists outside only. @param {string} text */
export function tellsOutside(text) {
  return OUTSIDE.test(text);
}

/**
 * @param {import("./arena.mjs").Arena} arena
 * @param {import("./targets.mjs").Target} target
 * @param {Answer} answer
 * @returns {Outcome}
 */
export function judge(arena, target, answer) {
  const { attacker, outside, root } = arena;
  const { wire, content, isError } = answer;
  const { name, dialect, isAbsent = false } = target;
  if (tellsOutside(wire) || wire.includes(outside)) return "escaped";
  // Only calls of the Gemini dialect contain the path of the workspace.
  if (dialect === "forge" && wire.includes(root)) return "escaped";
  const isFilled = attacker === "filled";
  if (isAbsent && (!isRefusal(name, content, isError) || PRESENT.test(content)))
    return isFilled ? "followed" : "escaped";
  if (isFilled && (FILLED.test(wire) || (!isAbsent && wire.includes(OUTSIDE_FOLDER)))) return "followed";
  return isAbsent ? "refused" : judgeForm(target, answer);
}

/** @param {import("./targets.mjs").Target} target @param {Answer} answer @returns {Outcome} */
function judgeForm({ name, dialect, args }, { content, isError }) {
  if (isError) return "refused";
  if (dialect === "gemini") return isKnownListing(content, String(args.path)) ? "inside" : "escaped";
  if (!content.startsWith("{")) return / error [A-Z_]+: /.test(content) ? "refused" : "inside";
  const said = JSON.parse(content);
  if (KNOWN[name]?.(said) !== true) return "escaped";
  const isRefused = said.files?.some((/** @type {object} */ file) => "error" in file);
  return isRefused || isRefusal(name, content, isError) ? "refused" : "inside";
}

/** `explain` reports a refusal as a success. @param {string} name @param {string} content @param {boolean} isError */
function isRefusal(name, content, isError) {
  return name === "explain" && !isError ? JSON.parse(content).place !== "inside" : isError;
}

/**
 * By kind of call: whether an answer in JSON has only entries that are inside.
 * @type {Readonly<Record<string, (said: any) => boolean>>}
 */
const KNOWN = {
  read_file: ({ content }) => content === INSIDE,
  tree: ({ root }) => isKnownNode(root),
  list_directory: ({ entries }) => entries.every(isKnownEntry),
  list_files: ({ paths }) => paths.every(isKnownPath),
  read_files: ({ files }) => files.every((/** @type {any} */ file) => "error" in file || file.content === INSIDE),
  search_text: ({ files, searched_files, searched_bytes }) =>
    searched_bytes === searched_files * INSIDE.length && files.every(isKnownMatch),
  "resources/list": ({ resources }) =>
    resources.every((/** @type {any} */ { uri }) => isKnownPath(uri.replace("porthole:///", ""))),
  "resources/read": ({ text }) => text === INSIDE,
  "completion/complete": ({ values }) => values.every(isKnownPath),
  marks: ({ entries }) => entries.every(isKnownEntry),
  explain: ({ path, location }) => isKnownPath(path) && (location === null || isKnownPath(location)),
};

/**
 * @param {{ readonly name: string, readonly children?: readonly object[] }} node
 * @returns {boolean}
 */
function isKnownNode({ name, children = [] }) {
  return KNOWN_NAMES.has(name) && children.every((child) => "name" in child && isKnownNode(/** @type {any} */ (child)));
}

/** @param {string} path */
function isKnownPath(path) {
  return path
    .replace(/\/$/, "")
    .split("/")
    .every((name) => KNOWN_NAMES.has(name));
}

/** @param {{ readonly path: string, readonly size_bytes?: number | null }} entry */
function isKnownEntry({ path, size_bytes = null }) {
  return isKnownPath(path) && (size_bytes === null || size_bytes === INSIDE.length);
}

/** @param {{ readonly path: string, readonly lines: readonly { readonly text: string }[] }} file */
function isKnownMatch({ path, lines }) {
  return isKnownPath(path) && lines.every(({ text }) => text === INSIDE);
}

/** @param {string} content @param {string} path */
function isKnownListing(content, path) {
  if (content === `Directory ${path} is empty.`) return true;
  const [head, ...lines] = content.split("\n");
  const names = lines.map((line) => line.replace(/^\[DIR\] /, ""));
  return head === `Directory listing for ${path}:` && names.every((name) => name === "" || KNOWN_NAMES.has(name));
}
