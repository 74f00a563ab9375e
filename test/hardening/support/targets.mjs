// The calls of a race: every kind of call, for the exchanged entry itself, for entries in it, and for a folder above it, so that the exchange
// happens during a walk.
// @ts-check

import { join } from "node:path";
import { exchangesRoot, OUTSIDE_FOLDER } from "./arena.mjs";

/** In every file inside and outside. */
export const SOUGHT = "side";

/** @typedef {"data" | "execute" | "jsonl" | "stdio" | "http" | "page"} Surface */
/**
 * @typedef {object} Target
 * @property {string} kind of call
 * @property {"forge" | "gemini"} dialect
 * @property {string} name of a tool, or of another request
 * @property {Readonly<Record<string, unknown>>} args
 * @property {boolean} [isAbsent] whether the path exists outside only; no answer may tell that
 */

const RESOURCES = ["resources/list", "resources/read", "completion/complete"];
const OWNERS = ["marks", "explain"];

/** Whether the surface has this kind of call. @param {Surface} surface @param {Target} target */
export function isServed(surface, { name, dialect }) {
  if (surface === "page" && dialect === "gemini") return false;
  if (RESOURCES.includes(name)) return ["data", "stdio", "http"].includes(surface);
  return !OWNERS.includes(name) || ["data", "page"].includes(surface);
}

/**
 * If the workspace folder is exchanged, `d` is a link, and the calls are for entries below it.
 * @param {import("./arena.mjs").Arena} arena
 * @returns {readonly Target[]}
 */
export function targetsIn({ root, attacker }) {
  const isAbove = exchangesRoot(attacker);
  const d = isAbove ? "d/sub" : "d";
  const paths = isAbove ? ["file", "./file"] : ["d/f", "file", "d/mine", "d/up"];
  const absent = { dialect: /** @type {const} */ ("forge"), args: { path: `d/${OUTSIDE_FOLDER}` }, isAbsent: true };
  const asked = [
    ["read_file", { path: "d/f" }],
    ["read_file", { path: "file" }],
    ["read_file", { path: "d/up" }],
    ["tree", { path: d, entry_kind: "all" }],
    ["tree", { path: ".", entry_kind: "all" }],
    ["list_directory", { path: d }],
    ["list_directory", { path: ".", recursive: true }],
    ["list_files", { path: d, entry_kind: "all" }],
    ["list_files", { pattern: "d/**" }],
    ["list_files", { entry_kind: "all" }],
    ["search_text", { path: d, pattern: SOUGHT }],
    ["search_text", { path: "file", pattern: SOUGHT }],
    ["search_text", { pattern: SOUGHT, context_lines: 1 }],
    ["read_files", { paths }],
    ["resources/list", {}],
    ["resources/read", { uri: "porthole:///d/f" }],
    ["resources/read", { uri: "porthole:///file" }],
    ["completion/complete", { path: `${d}/` }],
    ["completion/complete", { path: "f" }],
    ["marks", { path: d }],
    ["marks", { path: "." }],
    ["explain", { path: "d/f" }],
    ["explain", { path: "file" }],
    // Add a new kind of call here, to KNOWN in oracle.mjs, and to FUNCTIONS in toolkit_calls.mjs.
  ];
  const forge = /** @type {[string, Record<string, unknown>][]} */ (asked).map(([name, args]) => {
    return /** @type {Target} */ ({ kind: name, dialect: "forge", name, args });
  });
  const gemini = [join(root, d), root].map((path) => {
    return /** @type {Target} */ ({ kind: "list (gemini)", dialect: "gemini", name: "list_directory", args: { path } });
  });
  const absents = ["read_file", "list_directory", "explain"].map((name) => ({ kind: name, name, ...absent }));
  return [...forge, ...gemini, ...(isAbove ? [] : absents)];
}
