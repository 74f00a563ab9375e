// The ground of a race: a workspace with a directory and a file, and for each a link that leads out, ready to be swapped in.
// Owns what may be seen there and how an answer is judged. Leaves the swapping to swapper_process.mjs.
// @ts-check

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const INSIDE = "inside";
const OUTSIDE_NAME = "theirs";
// Told by its length too: an answer that has only the size of a file outside has told something. Small enough for every budget:
// what is refused for its size would not be seen to have come from outside.
const OUTSIDE_BYTES = 7777;
const OUTSIDE_TEXT = "from outside ".repeat(OUTSIDE_BYTES).slice(0, OUTSIDE_BYTES);
const KNOWN_NAMES = new Set([".", "d", "f", "mine", "file", "spare", "d.hold", "file.hold"]);

/** @typedef {"inside" | "refused" | "escaped"} Outcome */
/** @typedef {{ readonly root: string, readonly outside: string, readonly pairs: readonly string[] }} Arena */
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

/**
 * @param {string} folder an empty one
 * @returns {Arena}
 */
export function makeArena(folder) {
  const [root, outside] = [join(folder, "ws"), join(folder, "beyond")];
  for (const made of [join(root, "d"), join(root, "spare"), outside]) mkdirSync(made, { recursive: true });
  for (const path of ["d/f", "d/mine", "file"]) writeFileSync(join(root, path), INSIDE);
  for (const name of ["f", OUTSIDE_NAME]) writeFileSync(join(outside, name), OUTSIDE_TEXT);
  const pairs = ["d", "file"].map((name) => [join(root, name), join(root, "spare", name)]);
  symlinkSync(outside, join(root, "spare/d"));
  symlinkSync(join(outside, "f"), join(root, "spare/file"));
  return { root, outside, pairs: pairs.flat() };
}

/**
 * Every tool: what is swapped asked for itself, and from above, where the swap comes while the tool goes down.
 * @param {string} root
 * @returns {readonly Target[]}
 */
export function targetsIn(root) {
  return [
    { label: "read_file", dialect: "forge", name: "read_file", args: { path: "d/f" } },
    { label: "read_file", dialect: "forge", name: "read_file", args: { path: "file" } },
    { label: "tree", dialect: "forge", name: "tree", args: { path: "d", entry_kind: "all" } },
    { label: "tree", dialect: "forge", name: "tree", args: { path: ".", entry_kind: "all" } },
    { label: "list (forge)", dialect: "forge", name: "list_directory", args: { path: "d" } },
    { label: "list (forge)", dialect: "forge", name: "list_directory", args: { path: ".", recursive: true } },
    { label: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path: join(root, "d") } },
    { label: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path: root } },
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
  const isKnown = dialect === "gemini" ? isKnownListing(content, String(args.path)) : isKnownJson(name, content);
  return isKnown ? "inside" : "escaped";
}

/**
 * @param {string} name
 * @param {string} content
 */
function isKnownJson(name, content) {
  const said = JSON.parse(content);
  if (name === "read_file") return said.content === INSIDE;
  return name === "tree" ? isKnownNode(said.root) : said.entries.every(isKnownEntry);
}

/**
 * @param {{ readonly name: string, readonly children?: readonly object[] }} node
 * @returns {boolean}
 */
function isKnownNode({ name, children = [] }) {
  return KNOWN_NAMES.has(name) && children.every((child) => "name" in child && isKnownNode(/** @type {any} */ (child)));
}

/** @param {{ readonly path: string, readonly size_bytes: number | null }} entry */
function isKnownEntry({ path }) {
  return path.split("/").every((name) => KNOWN_NAMES.has(name));
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
