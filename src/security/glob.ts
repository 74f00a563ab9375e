// Globs over workspace-relative paths: what is one, and what it matches (docs/globs.md).
// Leaves the syntax to glob_parse.ts, the matching to glob_automaton.ts, and to callers what a match is for.

import { invalidArgument, quoteShort } from "../errors.ts";
import { GlobAutomaton } from "./glob_automaton.ts";
import { type Alternative, parseGlob } from "./glob_parse.ts";

export interface GlobOptions {
  readonly ignoreCase?: boolean;
}

/** Null for a valid glob; otherwise why it is none, to stand after a colon. */
export function findGlobFault(pattern: unknown): string | null {
  const parsed = parseGlob(pattern);
  return parsed.kind === "fault" ? parsed.reason : null;
}

/** The alternatives a glob stands for; throws for what `findGlobFault` finds fault with. */
function expandGlob(pattern: string): readonly Alternative[] {
  const parsed = parseGlob(pattern);
  if (parsed.kind === "glob") return parsed.alternatives;
  throw invalidArgument(`${quoteShort(pattern)} is not a valid glob: ${parsed.reason}`);
}

export function compileGlob(pattern: string, options: GlobOptions = {}): (path: string) => boolean {
  return compileGlobs([pattern], options);
}

/** Whether any of the patterns matches; all of them are tried in one pass over the path. */
export function compileGlobs(patterns: readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  const alternatives = patterns.flatMap((pattern) =>
    expandGlob(pattern).map((alternative) => ({ alternative, owner: 0 })),
  );
  const automaton = new GlobAutomaton(alternatives, { ignoreCase: options.ignoreCase ?? false, scope: "path" });
  return (path) => automaton.find(path) !== -1;
}
