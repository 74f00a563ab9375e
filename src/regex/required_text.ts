// Finds texts of which every match of a regular expression contains at least one, so that most files can be skipped without the automaton.

import type { CharSet } from "./char_sets.ts";
import { INVALID_BYTE } from "./char_sets.ts";
import type { PatternNode } from "./tree.ts";

/** Searching for more is slower than the automaton. */
const MAX_TEXTS = 4;
/** While texts are combined; `[aA][bB][cC]` has 8. */
const MAX_EXACT = 16;

export interface RequiredText {
  /** Undefined if there are none. */
  readonly texts: readonly string[] | undefined;
  /** Whether containing the only text is enough for a line to match. */
  readonly isWhole: boolean;
}

/** The texts of a part of the pattern. */
interface Known {
  /** All texts that it matches, if they are few. */
  readonly exact: readonly string[] | null;
  /** Every match contains one of them. */
  readonly required: readonly string[] | null;
}

const NOTHING: Known = { exact: null, required: null };
const EMPTY: Known = { exact: [""], required: null };

export function findRequiredText(node: PatternNode): RequiredText {
  const { exact, required } = find(node);
  const texts = better(exact, required);
  if (texts === null || scoreOf(texts) === 0 || texts.length > MAX_TEXTS) return { texts: undefined, isWhole: false };
  // A `\r` at the end of a line is not part of it.
  const isWhole = texts === exact && texts.length === 1 && !texts[0]?.includes("\r") && !hasAssertion(node);
  return { texts, isWhole };
}

function find(node: PatternNode): Known {
  if (node.kind === "chars") return { exact: listChars(node.set.ranges), required: null };
  if (node.kind === "sequence") return findInSequence(node.items);
  if (node.kind === "choice") return findInChoice(node.items);
  if (node.kind === "repeat") return findInRepeat(node.item, node.min, node.max);
  return EMPTY;
}

function findInSequence(items: readonly PatternNode[]): Known {
  let whole: readonly string[] | null = [""];
  let [run, best]: [readonly string[], readonly string[] | null] = [[""], null];
  for (const item of items) {
    const { exact, required } = find(item);
    whole = multiply(whole, exact);
    best = better(best, required);
    const longer = multiply(run, exact);
    best = better(best, longer ?? run);
    run = longer ?? exact ?? [""];
  }
  return { exact: whole, required: best };
}

function findInChoice(items: readonly PatternNode[]): Known {
  const known = items.map(find);
  const exact = known.flatMap((one) => one.exact ?? []);
  const isExact = known.every((one) => one.exact !== null) && exact.length <= MAX_EXACT;
  const required = known.flatMap((one) => better(one.exact, one.required) ?? [""]);
  return { exact: isExact ? exact : null, required: required.length <= MAX_EXACT ? required : null };
}

function findInRepeat(item: PatternNode, min: number, max: number): Known {
  const { exact, required } = find(item);
  if (min === 0) return max === 1 && exact !== null ? { exact: limit([...exact, ""]), required: null } : NOTHING;
  let repeated: readonly string[] | null = [""];
  for (let copy = 0; copy < min && repeated !== null; copy++) repeated = multiply(repeated, exact);
  return { exact: min === max ? repeated : null, required: better(better(exact, required), repeated) };
}

function multiply(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
  if (left === null || right === null || left.length * right.length > MAX_EXACT) return null;
  return left.flatMap((start) => right.map((end) => start + end));
}

function limit(texts: readonly string[]): readonly string[] | null {
  return texts.length > MAX_EXACT ? null : texts;
}

/** Long texts exclude more lines than short ones, and one is found faster than several. */
function scoreOf(texts: readonly string[]): number {
  const shortest = Math.min(...texts.map((text) => text.length));
  return texts.length > MAX_TEXTS ? 0 : shortest / Math.sqrt(texts.length);
}

function better(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
  if (left === null || right === null) return left ?? right;
  return scoreOf(right) > scoreOf(left) ? right : left;
}

function listChars(set: CharSet): readonly string[] | null {
  const chars: string[] = [];
  for (const [first, last] of set) {
    if (last === INVALID_BYTE || last - first + chars.length >= MAX_TEXTS) return null;
    for (let code = first; code <= last; code++) chars.push(String.fromCodePoint(code));
  }
  return chars.length === 0 ? null : chars;
}

function hasAssertion(node: PatternNode): boolean {
  if (node.kind === "sequence" || node.kind === "choice") return node.items.some(hasAssertion);
  return node.kind === "repeat" ? hasAssertion(node.item) : node.kind === "assertion";
}
