// Finds the line of a TOML file on which a key is written. It parses the document up to each line: the first part that has the key ends on
// its line. Only for documents that the parser has accepted.

import { parse } from "smol-toml";

/** Lines that mention a name, in another table or a string, before the search gives up. Each costs up to three runs of the parser. */
const MAX_TRIES = 20;

/** Undefined if in doubt: for a key inside an inline table of several lines, or one that is written with escapes. */
export function locateKey(text: string, path: readonly string[]): number | undefined {
  const lines = text.split("\n");
  const candidates = [...lines.keys()].filter((index) => mentions(lines[index] ?? "", path.at(-1) ?? ""));
  const found = candidates.slice(0, MAX_TRIES).find((index) => isNamedOn(lines, index, path));
  return found === undefined ? undefined : found + 1;
}

/** Not in a comment of its own, and not as a part of a longer name. */
function mentions(line: string, name: string): boolean {
  if (!line.includes(name) || line.trimStart().startsWith("#")) return false;
  return !/^[\w-]+$/.test(name) || line.split(/[^\w-]+/).includes(name);
}

function isNamedOn(lines: readonly string[], index: number, path: readonly string[]): boolean {
  const before = [...lines.slice(0, index), ""].join("\n");
  const line = lines[index] ?? "";
  if (hasPath(before, path) !== false) return false;
  // A value may go on in the lines below, so any other value stands for it.
  return hasPath(`${before}${line}\n`, path) ?? hasPath(`${before}${line.replace(/=.*/s, "= 0")}`, path) ?? false;
}

/** Null for what is not TOML. */
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
