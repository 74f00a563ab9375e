// The reader that a race must catch: it asks where a path leads, checks that, and then goes by the path once more, as most
// tools do. A race that does not catch it proves nothing about the others.
// @ts-check

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

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
  return async (name, { path }) => {
    try {
      const real = check(String(path));
      const content = name === "read_file" ? JSON.stringify({ content: readFileSync(real, "utf8") }) : listed(real);
      return { wire: content, content, isError: false };
    } catch {
      return { wire: "", content: "", isError: true };
    }
  };
}

/** @param {string} directory */
function listed(directory) {
  return JSON.stringify({ entries: readdirSync(directory).map((path) => ({ path })) });
}
