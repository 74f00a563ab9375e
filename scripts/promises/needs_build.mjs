// Whether a test file runs what was built: it, or a file of the tests that it mentions, names dist/ or build/.
// @ts-check

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * @param {string} root
 * @param {string} file
 * @param {Set<string>} [seen]
 * @returns {boolean}
 */
export function needsBuild(root, file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(join(root, file), "utf8");
  if (/\b(?:dist|build)\//.test(source)) return true;
  return [...source.matchAll(/["'`](\.{1,2}\/[^"'`\s]+\.(?:ts|mjs))["'`]/g)]
    .map(([, mentioned = ""]) => join(dirname(file), mentioned))
    .filter((mentioned) => mentioned.startsWith("test/") && existsSync(join(root, mentioned)))
    .some((mentioned) => needsBuild(root, mentioned, seen));
}
