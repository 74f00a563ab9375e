// The ground of a race: a workspace with a directory and a file, and what is exchanged there: each of the two with a link that leads
// out, or the workspace's own folder, or the folder above it, with another one. Owns what may be seen there and how an answer is
// judged. Leaves the swapping to swapper_process.mjs.
// @ts-check

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const INSIDE = "inside";
const OUTSIDE_NAME = "theirs";
// Told by its length too: an answer that has only the size of a file outside has told something. Small enough for every budget:
// what is refused for its size would not be seen to have come from outside.
const OUTSIDE_BYTES = 7777;
const OUTSIDE_TEXT = "from outside ".repeat(OUTSIDE_BYTES).slice(0, OUTSIDE_BYTES);
// In every file inside and outside.
export const SOUGHT = "side";
const KNOWN_NAMES = new Set([".", "d", "f", "mine", "file", "spare", "d.hold", "file.hold"]);

/** @typedef {"inside" | "refused" | "escaped"} Outcome */
/** @typedef {{ readonly root: string, readonly outside: string, readonly pairs: readonly string[] }} Arena */
/** What is exchanged. @typedef {"entries" | "root" | "parent"} Exchange */
/**
 * @typedef {object} Target
 * @property {string} label which of the tools
 * @property {"forge" | "gemini"} dialect
 * @property {string} name
 * @property {Readonly<Record<string, unknown>>} args
 */
/**
 * What came back: all of it as it stood on the wire, and in it the string that a model reads.
 * @typedef {{ readonly wire: string, readonly content: string, readonly isError: boolean }} Answer
 */

const PLACES = {
  entries: { root: "ws", outside: "beyond", pairs: ["ws/d", "ws/spare/d", "ws/file", "ws/spare/file"] },
  root: { root: "ws", outside: "evil", pairs: ["ws", "evil"] },
  parent: { root: "home/ws", outside: "evil/ws", pairs: ["home", "evil"] },
};

/**
 * Where everything is, whether or not it was made yet.
 * @param {string} folder
 * @param {Exchange} exchange
 * @returns {Arena}
 */
export function arenaIn(folder, exchange) {
  const { root, outside, pairs } = PLACES[exchange];
  return { root: join(folder, root), outside: join(folder, outside), pairs: pairs.map((path) => join(folder, path)) };
}

/**
 * @param {string} folder an empty one
 * @param {Exchange} [exchange]
 * @returns {Arena}
 */
export function makeArena(folder, exchange = "entries") {
  const arena = arenaIn(folder, exchange);
  for (const made of [arena.root, arena.outside]) mkdirSync(made, { recursive: true });
  writeFileSync(join(arena.root, "file"), INSIDE);
  if (exchange === "entries") fillForEntries(arena);
  else fillForFolders(arena, exchange);
  return arena;
}

/** @param {Arena} arena */
function fillForEntries({ root, outside }) {
  for (const made of ["d", "spare"]) mkdirSync(join(root, made));
  for (const path of ["d/f", "d/mine"]) writeFileSync(join(root, path), INSIDE);
  for (const name of ["f", OUTSIDE_NAME]) writeFileSync(join(outside, name), OUTSIDE_TEXT);
  symlinkSync(outside, join(root, "spare/d"));
  symlinkSync(join(outside, "f"), join(root, "spare/file"));
}

/**
 * A link leads into the other folder, which now and then has the workspace's place: the kernel then says the one path of both.
 * @param {Arena} arena
 * @param {"root" | "parent"} exchange
 */
function fillForFolders({ root, outside }, exchange) {
  mkdirSync(join(outside, "d/sub"), { recursive: true });
  for (const folder of ["", "d", "d/sub"]) writeFileSync(join(outside, folder, OUTSIDE_NAME), OUTSIDE_TEXT);
  for (const path of ["file", "d/f"]) writeFileSync(join(outside, path), OUTSIDE_TEXT);
  symlinkSync(exchange === "root" ? "../evil/d" : "../../evil/ws/d", join(root, "d"));
}

/**
 * Every tool: what is swapped asked for itself, and from above, where the swap comes while the tool goes down. Where folders are
 * exchanged, what lies below the link instead of the link.
 * @param {string} root
 * @param {Exchange} [exchange]
 * @returns {readonly Target[]}
 */
export function targetsIn(root, exchange = "entries") {
  const d = exchange === "entries" ? "d" : "d/sub";
  const paths = exchange === "entries" ? ["d/f", "file", "d/mine", "file"] : ["file", "./file"];
  return [
    { label: "read_file", dialect: "forge", name: "read_file", args: { path: "d/f" } },
    { label: "read_file", dialect: "forge", name: "read_file", args: { path: "file" } },
    { label: "tree", dialect: "forge", name: "tree", args: { path: d, entry_kind: "all" } },
    { label: "tree", dialect: "forge", name: "tree", args: { path: ".", entry_kind: "all" } },
    { label: "list (forge)", dialect: "forge", name: "list_directory", args: { path: d } },
    { label: "list (forge)", dialect: "forge", name: "list_directory", args: { path: ".", recursive: true } },
    { label: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path: join(root, d) } },
    { label: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path: root } },
    { label: "list_files", dialect: "forge", name: "list_files", args: { path: d, entry_kind: "all" } },
    { label: "list_files", dialect: "forge", name: "list_files", args: { pattern: "d/**" } },
    { label: "list_files", dialect: "forge", name: "list_files", args: { entry_kind: "all" } },
    { label: "search_text", dialect: "forge", name: "search_text", args: { path: d, pattern: SOUGHT } },
    { label: "search_text", dialect: "forge", name: "search_text", args: { path: "file", pattern: SOUGHT } },
    { label: "search_text", dialect: "forge", name: "search_text", args: { pattern: SOUGHT, context_lines: 1 } },
    { label: "read_files", dialect: "forge", name: "read_files", args: { paths } },
    // A new tool stands here, in LABELS of combinations.mjs, and in KNOWN below.
  ];
}

/**
 * @param {Arena} arena
 * @param {Target} target
 * @param {Answer} answer
 * @returns {Outcome}
 */
export function judge({ outside }, { name, dialect, args }, { wire, content, isError }) {
  const isTold = [OUTSIDE_NAME, "from outside", outside].some((text) => wire.includes(text));
  if (isTold || new RegExp(`\\b${OUTSIDE_BYTES}\\b`).test(wire)) return "escaped";
  if (isError) return "refused";
  if (dialect === "gemini") return isKnownListing(content, String(args.path)) ? "inside" : "escaped";
  const said = JSON.parse(content);
  if (KNOWN[name]?.(said) !== true) return "escaped";
  return said.files?.some((/** @type {object} */ file) => "error" in file) ? "refused" : "inside";
}

/**
 * By tool, whether an answer in JSON has only what lies inside.
 * @type {Readonly<Record<string, (said: any) => boolean>>}
 */
const KNOWN = {
  read_file: ({ content }) => content === INSIDE,
  tree: ({ root }) => isKnownNode(root),
  list_directory: ({ entries }) => entries.every(isKnownEntry),
  list_files: ({ paths }) =>
    paths.every((/** @type {string} */ path) => isKnownEntry({ path: path.replace(/\/$/, "") })),
  read_files: ({ files }) => files.every((/** @type {any} */ file) => "error" in file || file.content === INSIDE),
  search_text: ({ files, searched_files, searched_bytes }) =>
    searched_bytes === searched_files * INSIDE.length && files.every(isKnownMatch),
};

/**
 * @param {{ readonly name: string, readonly children?: readonly object[] }} node
 * @returns {boolean}
 */
function isKnownNode({ name, children = [] }) {
  return KNOWN_NAMES.has(name) && children.every((child) => "name" in child && isKnownNode(/** @type {any} */ (child)));
}

/** @param {{ readonly path: string }} entry */
function isKnownEntry({ path }) {
  return path.split("/").every((name) => KNOWN_NAMES.has(name));
}

/** @param {{ readonly path: string, readonly lines: readonly { readonly text: string }[] }} file */
function isKnownMatch({ path, lines }) {
  return isKnownEntry({ path }) && lines.every(({ text }) => text === INSIDE);
}

/**
 * @param {string} content
 * @param {string} path
 */
function isKnownListing(content, path) {
  if (content === `Directory ${path} is empty.`) return true;
  const [head, ...lines] = content.split("\n");
  const names = lines.map((line) => line.replace(/^\[DIR\] /, ""));
  return head === `Directory listing for ${path}:` && names.every((name) => name === "" || KNOWN_NAMES.has(name));
}
