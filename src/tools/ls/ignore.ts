// The `ignore` globs of the Gemini dialect: matched against a name, `*` any number of characters, `?` one, all else itself.
// Leaves globs over paths to security/glob.ts, whose automaton does the matching: one pass over the name, no going back.

import { GlobAutomaton } from "../../security/glob_automaton.ts";
import type { Token } from "../../security/glob_parse.ts";
import type { Pace } from "../../workspace/pace.ts";

const MAX_PATTERN_CHARS = 4096;
// Every name is matched against all of them: then one takes a millisecond at most.
const MAX_ALL_CHARS = 65_536;
// One automaton each, a few milliseconds to make.
const PORTION_CHARS = 4096;

/** What is wrong with the patterns, or null. */
export function findIgnoreFault(patterns: readonly string[]): string | null {
  const index = patterns.findIndex((pattern) => pattern.length > MAX_PATTERN_CHARS);
  if (index !== -1) return `ignore[${index}] must not be longer than ${MAX_PATTERN_CHARS} characters`;
  // One for each pattern itself: it may be empty.
  const all = patterns.reduce((sum, pattern) => sum + pattern.length + 1, 0);
  return all > MAX_ALL_CHARS ? `ignore must not have more than ${MAX_ALL_CHARS} characters in all` : null;
}

export async function compileIgnore(patterns: readonly string[], pace: Pace): Promise<(name: string) => boolean> {
  const automata: GlobAutomaton[] = [];
  for (const portion of toPortions(patterns)) {
    if (pace.isDue()) await pace.rest();
    automata.push(new GlobAutomaton(portion.map(toAlternative), { ignoreCase: false, scope: "path" }));
  }
  return (name) => automata.some((automaton) => automaton.find(name) !== -1);
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

function toAlternative(pattern: string) {
  // The automaton wants no star behind another; the meaning is the same.
  const tokens = Array.from(pattern.replace(/\*+/g, "*"), toToken);
  return { alternative: [tokens], owner: 0 };
}

function toToken(character: string): Token {
  if (character === "*") return { kind: "star" };
  return character === "?" ? { kind: "one" } : { kind: "char", code: character.codePointAt(0) ?? 0 };
}
