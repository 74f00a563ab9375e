// The readers that a race must catch: they resolve a path, check the result, and then use the path, as most tools do. One reads, one lists,
// one walks, one searches. A race that does not catch them proves nothing.
// @ts-check

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { SOUGHT } from "./targets.mjs";

export const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;

/** By the kind of call that each stands for. */
export const NAIVE_KINDS = ["read_file", "list_directory", "tree", "search_text"];

/** Returns the path to use. @typedef {(path: string) => string} Check */

/**
 * @param {string} root
 * @param {(check: Check, path: string) => object} [search]
 * @returns {import("./tally.mjs").Call}
 */
export function naiveCall(root, search = searched) {
  const canonical = realpathSync(root);
  /** @type {Check} */
  const check = (path) => {
    const asked = join(canonical, path);
    const real = realpathSync(asked);
    if (real !== canonical && !real.startsWith(`${canonical}/`)) throw new Error("outside");
    return asked;
  };
  /** @type {Readonly<Record<string, (check: Check, path: string) => object>>} */
  const answers = { read_file: read, list_directory: listed, tree: walked, search_text: search };
  return async ({ name, args: { path = "." } }) => {
    try {
      const content = JSON.stringify(answers[name]?.(check, String(path)));
      return { wire: content, content, isError: false };
    } catch {
      return { wire: "", content: "", isError: true };
    }
  };
}

/** @param {Check} check @param {string} path */
function read(check, path) {
  return { content: readFileSync(check(path), "utf8") };
}

/** @param {Check} check @param {string} path */
function listed(check, path) {
  const entries = readdirSync(check(path)).map((name) => {
    const size_bytes = orNull(() => statSync(check(join(path, name))));
    return { path: name, size_bytes: size_bytes?.isFile() ? size_bytes.size : null };
  });
  return { entries };
}

/** @param {Check} check @param {string} path @returns {object} */
function walked(check, path) {
  return { root: nodeAt(check, path, ".") };
}

/** @param {Check} check @param {string} path @param {string} name @returns {object} */
function nodeAt(check, path, name) {
  const children = orNull(() => readdirSync(check(path)));
  if (children === null) return { name, size_bytes: orNull(() => statSync(check(path)).size) };
  return { name, children: children.map((child) => nodeAt(check, join(path, child), child)) };
}

/** @param {Check} check @param {string} path */
function searched(check, path) {
  const files = filesAt(check, path).flatMap((file) => {
    const text = orNull(() => readFileSync(check(file), "utf8"));
    return text === null ? [] : [{ path: file, text }];
  });
  return {
    files: files.flatMap(({ path: file, text }) => (text.includes(SOUGHT) ? [{ path: file, lines: [{ text }] }] : [])),
    searched_files: files.length,
    searched_bytes: files.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/** @param {Check} check @param {string} path @returns {readonly string[]} */
function filesAt(check, path) {
  const names = orNull(() => readdirSync(check(path)));
  return names === null ? [path] : names.flatMap((name) => filesAt(check, join(path, name)));
}

/** @template T @param {() => T} look */
function orNull(look) {
  try {
    return look();
  } catch {
    return null;
  }
}

/** Searches with ripgrep, on a path that was checked. @param {Check} check @param {string} path */
export function ripgrepped(check, path) {
  const [root, place] = [check("."), check(path)];
  const { stdout } = spawnSync("rg", ["--no-config", "--json", "-e", SOUGHT, "--", place], { encoding: "utf8" });
  const messages = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const files = messages.flatMap(({ type, data }) =>
    type === "match" ? [{ path: relative(root, data.path.text), lines: [{ text: data.lines.text }] }] : [],
  );
  const { searches, bytes_searched } = messages.at(-1).data.stats;
  return { files, searched_files: searches, searched_bytes: bytes_searched };
}
