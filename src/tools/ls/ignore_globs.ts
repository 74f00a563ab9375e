// The `ignore` globs of the Gemini dialect, matched against a name: `*` is any number of characters, `?` is one, everything else is
// literal.

import type { CallClock } from "../../disk/call_clock.ts";
import { GlobSet } from "../../match/glob.ts";
import type { Glob } from "../../match/glob_syntax.ts";
import { charNode, NAME_CHAR, STAR } from "../../match/path_nodes.ts";
import type { PatternNode } from "../../regex/tree.ts";

const MAX_PATTERN_CHARS = 4096;
// Every name is matched against all of them; with this limit that takes at most a millisecond.
const MAX_ALL_CHARS = 65_536;
// For one automaton, which takes a few milliseconds to build.
const PORTION_CHARS = 4096;

/** What is wrong with the patterns, or null. */
export function findIgnoreFault(patterns: readonly string[]): string | null {
  const index = patterns.findIndex((pattern) => pattern.length > MAX_PATTERN_CHARS);
  if (index !== -1) return `ignore[${index}] must not be longer than ${MAX_PATTERN_CHARS} characters`;
  // Plus one for each pattern, because it may be empty.
  const all = patterns.reduce((sum, pattern) => sum + pattern.length + 1, 0);
  return all > MAX_ALL_CHARS ? `ignore must not have more than ${MAX_ALL_CHARS} characters in all` : null;
}

export async function compileIgnore(patterns: readonly string[], clock: CallClock): Promise<(name: string) => boolean> {
  const sets: GlobSet[] = [];
  for (const portion of toPortions(patterns)) {
    if (clock.isDue()) await clock.rest();
    sets.push(new GlobSet(portion.map((pattern): Glob => [[Array.from(pattern, toNode)]])));
  }
  return (name) => sets.some((set) => set.find(name) !== -1);
}

function* toPortions(patterns: readonly string[]): Generator<string[]> {
  let portion: string[] = [];
  let chars = 0;
  for (const pattern of patterns) {
    portion.push(pattern);
    chars += pattern.length + 1;
    if (chars < PORTION_CHARS) continue;
    yield portion;
    portion = [];
    chars = 0;
  }
  if (portion.length > 0) yield portion;
}

function toNode(character: string): PatternNode {
  if (character === "*") return STAR;
  return character === "?" ? NAME_CHAR : charNode(character.codePointAt(0) ?? 0);
}
