// The reader that a race must catch: it resolves a path, checks the result, and then opens the path again, as most tools do; to search, it
// starts ripgrep there. A race that does not catch it proves nothing about the others.
// @ts-check

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";

export const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;

/**
 * @param {string} root
 * @returns {import("./tally.mjs").Call}
 */
export function naiveCall(root) {
  const canonical = realpathSync(root);
  /** @param {string} path */
  const check = (path) => {
    const real = realpathSync(join(canonical, path));
    if (real !== canonical && !real.startsWith(`${canonical}/`)) throw new Error("outside");
    return real;
  };
  /** @param {string} name @param {string} real @param {string} pattern */
  const answer = (name, real, pattern) => {
    if (name === "search_text") return searched(canonical, real, pattern);
    return name === "read_file" ? { content: readFileSync(real, "utf8") } : listed(real);
  };
  return async (name, { path = ".", pattern }) => {
    try {
      const real = check(String(path));
      const content = JSON.stringify(answer(name, real, String(pattern)));
      return { wire: content, content, isError: false };
    } catch {
      return { wire: "", content: "", isError: true };
    }
  };
}

/** @param {string} directory */
function listed(directory) {
  return { entries: readdirSync(directory).map((path) => ({ path })) };
}

/** What ripgrep says, in the words of search_text. @param {string} root @param {string} path @param {string} pattern */
function searched(root, path, pattern) {
  const { stdout } = spawnSync("rg", ["--no-config", "--json", "-e", pattern, "--", path], { encoding: "utf8" });
  const messages = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  const files = messages.flatMap(({ type, data }) =>
    type === "match" ? [{ path: relative(root, data.path.text), lines: [{ text: data.lines.text }] }] : [],
  );
  const { searches, bytes_searched } = messages.at(-1).data.stats;
  return { files, searched_files: searches, searched_bytes: bytes_searched };
}
