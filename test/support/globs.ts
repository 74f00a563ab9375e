// Globs for tests, from their texts.

import { type GlobOptions, GlobSet } from "../../src/match/glob.ts";
import { type Glob, parseGlob } from "../../src/match/glob_syntax.ts";

/** Why the pattern is not a glob, or null. */
export function findGlobFault(pattern: unknown): string | null {
  const parsed = parseGlob(pattern);
  return parsed.kind === "fault" ? parsed.reason : null;
}

export function readGlob(pattern: string): Glob {
  const parsed = parseGlob(pattern);
  if (parsed.kind === "fault") throw new Error(parsed.reason);
  return parsed.glob;
}

export function compileGlob(pattern: string, options: GlobOptions = {}): (path: string) => boolean {
  const set = new GlobSet([readGlob(pattern)], options);
  return (path) => set.find(path) !== -1;
}
