// General categories and simple case folding of one fixed version of Unicode, independent of the runtime. Decoded on first use.

import type { Range } from "./char_sets.ts";
import { type CharSet, hasChar, joinRanges } from "./char_sets.ts";
import { CATEGORY_LETTERS, CATEGORY_RUNS, FOLD_RUNS } from "./unicode_data.ts";

const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_Z] = [48, 57, 97, 122];

/** Smaller sets are folded character by character. */
const SMALL = 100;

let categories: ReadonlyMap<string, CharSet> | undefined;
/** By character: those that are equal if case is ignored. */
let equals: ReadonlyMap<number, readonly number[]> | undefined;

/** `name` is a category (`Lu`) or a group of them (`L`). Undefined if it does not exist. */
export function findCategory(name: string): CharSet | undefined {
  categories ??= readCategories();
  return categories.get(name);
}

/** Adds all characters that are equal to one in the set if case is ignored. */
export function foldSet(set: CharSet): CharSet {
  equals ??= readEquals();
  const added: Range[] = [];
  const codes = set.reduce((sum, [first, last]) => sum + last - first + 1, 0) > SMALL ? equals.keys() : listCodes(set);
  for (const code of codes) {
    if (!hasChar(set, code)) continue;
    for (const other of equals.get(code) ?? []) if (!hasChar(set, other)) added.push([other, other]);
  }
  return added.length === 0 ? set : joinRanges([...set, ...added]);
}

function* listCodes(set: CharSet): Generator<number> {
  for (const [first, last] of set) for (let code = first; code <= last; code++) yield code;
}

/** All characters that are equal to this one if case is ignored, including itself. */
export function foldChars(code: number): readonly number[] {
  equals ??= readEquals();
  return equals.get(code) ?? [code];
}

function readCategories(): ReadonlyMap<string, CharSet> {
  const read = new Map<string, [number, number][]>();
  let [first, count] = [0, 0];
  for (let at = 0; at < CATEGORY_RUNS.length; at++) {
    const code = CATEGORY_RUNS.charCodeAt(at);
    if (code >= DIGIT_0 && code <= DIGIT_9) count = 36 * count + code - DIGIT_0;
    else if (code >= LETTER_A && code <= LETTER_Z) count = 36 * count + code - LETTER_A + 10;
    else {
      const name = CATEGORY_LETTERS[String.fromCharCode(code)] ?? "";
      const last = first + Math.max(count, 1) - 1;
      for (const key of [name, name.slice(0, 1)]) addRange(read, key, first, last);
      [first, count] = [last + 1, 0];
    }
  }
  return read;
}

function addRange(sets: Map<string, [number, number][]>, key: string, first: number, last: number): void {
  const ranges = sets.get(key);
  const end = ranges?.at(-1);
  if (ranges === undefined) sets.set(key, [[first, last]]);
  else if (end !== undefined && end[1] + 1 === first) end[1] = last;
  else ranges.push([first, last]);
}

function readEquals(): ReadonlyMap<number, readonly number[]> {
  const byLeast = new Map<number, number[]>();
  let first = 0;
  for (const run of FOLD_RUNS.split(",")) {
    const [behind = 0, count = 0, step = 0, distance = 0] = run.split(" ").map((field) => Number.parseInt(field, 36));
    first += behind;
    for (let at = 0; at < count; at++) {
      const code = first + at * step;
      const group = byLeast.get(code - distance) ?? [code - distance];
      group.push(code);
      byLeast.set(code - distance, group);
    }
  }
  const read = new Map<number, readonly number[]>();
  for (const group of byLeast.values()) for (const code of group) read.set(code, group);
  return read;
}
