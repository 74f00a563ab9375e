// From a path as a caller writes it to the names below the root. Pure: the disk is not touched.
// Leaves links, and whether anything is there, to look_up.ts.

import { isAbsolute, relative, resolve } from "node:path";

const SEPARATORS = process.platform === "win32" ? /[\\/]/ : /\//;
const ENDS_IN_SEPARATOR = process.platform === "win32" ? /[\\/]$/ : /\/$/;

/** The longest path that Linux takes (PATH_MAX): nothing can lie at a longer one. */
const MAX_PATH_CHARS = 4096;

export interface NamesBelow {
  /** From the root down; none for the root itself. */
  readonly names: readonly string[];
  /** Whether the path ends in a slash. */
  readonly saysDirectory: boolean;
}

/** Null if the path lies outside, or can lead nowhere. `rootNames` are absolute spellings of the root. */
export function toNamesBelow(path: string, rootNames: readonly string[]): NamesBelow | null {
  if (path.length > MAX_PATH_CHARS) return null;
  const names = isAbsolute(path) ? fromAbsolute(path, rootNames) : walkNames(path);
  return names === null ? null : { names, saysDirectory: ENDS_IN_SEPARATOR.test(path) };
}

function fromAbsolute(path: string, rootNames: readonly string[]): string[] | null {
  for (const root of rootNames) {
    const below = relative(root, resolve(path));
    if (isAbsolute(below)) continue;
    const names = walkNames(below);
    if (names !== null) return names;
  }
  return null;
}

/** Null for a way up that leaves. */
function walkNames(path: string): string[] | null {
  const kept: string[] = [];
  for (const name of path.split(SEPARATORS)) {
    if (name === "" || name === ".") continue;
    if (name !== "..") kept.push(name);
    else if (kept.pop() === undefined) return null;
  }
  return kept;
}
