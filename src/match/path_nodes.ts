// What globs and ignore patterns consist of, as nodes of a pattern's tree.

import type { Rule } from "../regex/cells.ts";
import { type CharSet, LAST_CHAR, SLASH, toCharSet } from "../regex/char_sets.ts";
import { LazySet } from "../regex/lazy_sets.ts";
import { type PatternNode, toChars, toRepeat, toSequence } from "../regex/tree.ts";
import { equalChars } from "./letter_case.ts";

const ENDLESS = Number.POSITIVE_INFINITY;

export function toNode(set: CharSet): PatternNode {
  return toChars(LazySet.of(set));
}

/** By code, because patterns consist mostly of these. */
const LATIN_1 = Array.from({ length: 256 }, (_, code) => toNode([[code, code]]));

export function charNode(code: number): PatternNode {
  return LATIN_1[code] ?? toNode([[code, code]]);
}

const anyCase = new Map<number, PatternNode>();

/** A character in any case. */
export function anyCaseNode(code: number): PatternNode {
  const known = anyCase.get(code);
  if (known !== undefined) return known;
  const set = equalChars(code);
  const isAlone = set.every(([first, last]) => first === code && last === code);
  const node = isAlone ? charNode(code) : toNode(set);
  if (code < LATIN_1.length) anyCase.set(code, node);
  return node;
}

const ANY = toNode(toCharSet(0, LAST_CHAR));
/** One character of a name. */
export const NAME_CHAR = toNode(toCharSet(0, SLASH - 1, SLASH + 1, LAST_CHAR));
/** Any number of characters except slashes. */
export const STAR = toRepeat(NAME_CHAR, 0, ENDLESS);
/** Any number of characters, including slashes. */
export const ANY_STAR = toRepeat(ANY, 0, ENDLESS);
/** At least one. */
export const ANY_PLUS = toRepeat(ANY, 1, ENDLESS);
/** Nothing, or anything up to and including a slash. */
export const ANY_FOLDERS = toRepeat(toSequence([ANY_STAR, charNode(SLASH)]), 0, 1);

/** The only text that the nodes match; null unless each of them was made of a character. */
export function literalOf(nodes: readonly PatternNode[]): string | null {
  let text = "";
  for (const node of nodes) {
    const [only, ...others] = node.kind === "chars" ? node.set.ranges : [];
    if (only === undefined || others.length > 0 || only[0] !== only[1]) return null;
    // A class of one character is not a character.
    if ((LATIN_1[only[0]] ?? node) !== node) return null;
    text += String.fromCodePoint(only[0]);
  }
  return text;
}

/** Adds `STAR`, `ANY_STAR` or `ANY_FOLDERS`, merged with the previous node if one of them can express both. */
export function addRun(nodes: PatternNode[], run: PatternNode): void {
  const last = nodes.at(-1);
  if (last === run) return;
  if (last === ANY_FOLDERS && run === STAR) nodes[nodes.length - 1] = ANY_STAR;
  else nodes.push(run);
}

/** The rule for a pattern of these nodes. */
export function toRule(nodes: readonly PatternNode[], index: number, isDirectoryOnly = false): Rule {
  const floats = nodes[0] === ANY_FOLDERS;
  return { nodes: floats ? nodes.slice(1) : nodes, index, isDirectoryOnly, floats };
}
