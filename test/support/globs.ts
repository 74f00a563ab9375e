// Globs for tests, from their texts.

import { GlobSet, type GlobSetOptions } from "../../src/match/glob.ts";
import { type Glob, type GlobOptions, parseGlob } from "../../src/match/glob_syntax.ts";

/** Why the pattern is not a glob, or null. */
export function findGlobFault(pattern: unknown): string | null {
  const parsed = parseGlob(pattern);
  return parsed.kind === "fault" ? parsed.reason : null;
}

export function readGlob(pattern: string): Glob {
  return parse(pattern);
}

export function compileGlob(pattern: string, options: GlobOptions & GlobSetOptions = {}): (path: string) => boolean {
  const set = new GlobSet([parse(pattern, options)], options);
  return (path) => set.find(path) !== -1;
}

function parse(pattern: string, options?: GlobOptions): Glob {
  const parsed = parseGlob(pattern, options);
  if (parsed.kind === "fault") throw new Error(parsed.reason);
  return parsed.glob;
}
