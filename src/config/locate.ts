// Finds the line of a TOML file on which a key is set. It parses the document up to each line that mentions the key, until the key exists.
// Only for documents that the parser has accepted.

import { parse } from "smol-toml";

/** Gives up after this many lines that mention the name elsewhere. Each costs up to three runs of the parser. */
const MAX_TRIES = 20;

/** Undefined if in doubt: for a key inside a multi-line inline table, or one written with escapes. */
export function locateKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  const candidates = [...lines.keys()].filter((index) => mentions(lines[index] ?? "", path.at(-1) ?? ""));
  const found = candidates.slice(0, MAX_TRIES).find((index) => isNamedOn(lines, index, path));
  return found === undefined ? undefined : found + 1;
}

/** Ignores comment lines and parts of longer names. */
function mentions(line: string, name: string): boolean {
  if (!line.includes(name) || line.trimStart().startsWith("#")) return false;
  return !/^[\w-]+$/.test(name) || line.split(/[^\w-]+/).includes(name);
}

function isNamedOn(lines: readonly string[], index: number, path: readonly string[]): boolean {
  const before = [...lines.slice(0, index), ""].join("\n");
  const line = lines[index] ?? "";
  if (hasPath(before, path) !== false) return false;
  // The value may continue on the following lines, so it is replaced by a short one.
  return hasPath(`${before}${line}\n`, path) ?? hasPath(`${before}${line.replace(/=.*/s, "= 0")}`, path) ?? false;
}

/** Null if the text is not TOML. */
function hasPath(text: string, path: readonly string[]): boolean | null {
  try {
    let value: unknown = parse(text, { integersAsBigInt: "asNeeded" });
    for (const name of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
      value = Reflect.get(value, name);
    }
    return true;
  } catch {
    return null;
  }
}
