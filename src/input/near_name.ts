// Finds the name that was probably meant instead of one that does not exist: it differs only in letter case, or by one or two edits.

import { foldChars } from "../regex/unicode.ts";

/** 0: only letter case differs. Otherwise the number of edits: a letter inserted, deleted or replaced, or two neighbours swapped. */
export type Nearness = 0 | 1 | 2;

const FROM_NEAREST: readonly Nearness[] = [0, 1, 2];
/** A letter has one or two UTF-16 code units. */
const MAX_UNITS_APART = 4;

/** The only name that is nearest to `asked`; null if none is near, or several are equally near. */
export function findNearest(asked: string, names: readonly string[]): string | null {
  const near = names.map((name) => ({ name, nearness: nearnessOf(asked, name) }));
  const best = FROM_NEAREST.find((nearness) => near.some((one) => one.nearness === nearness));
  const [first, second] = near.filter(({ nearness }) => nearness === best);
  return best === undefined || second !== undefined ? null : (first?.name ?? null);
}

/**
 * Null if the names are the same or too far apart. The shorter one decides: a single letter may only differ in case, two or three letters
 * by one edit, longer names by two. Linear in the length of the names.
 */
export function nearnessOf(asked: string, name: string): Nearness | null {
  if (asked === name || Math.abs(asked.length - name.length) > MAX_UNITS_APART) return null;
  const [from, to] = [Array.from(asked), Array.from(name)];
  if (from.length === to.length && from.every((char, at) => isSameLetter(char, to[at] ?? ""))) return 0;
  const shorter = Math.min(from.length, to.length);
  if (shorter > 1 && isWithin(1, from, to)) return 1;
  return shorter > 3 && isWithin(2, from, to) ? 2 : null;
}

function isSameLetter(a: string, b: string): boolean {
  return a === b || foldChars(a.codePointAt(0) ?? 0).includes(b.codePointAt(0) ?? 0);
}

/** Equal starts cost no edit, so the first edit is where the two first differ. */
function isWithin(edits: number, from: readonly string[], to: readonly string[], fromAt = 0, toAt = 0): boolean {
  let [i, j] = [fromAt, toAt];
  while (i < from.length && from[i] === to[j]) [i, j] = [i + 1, j + 1];
  if (i === from.length && j === to.length) return true;
  if (edits === 0) return false;
  const goOn = (nextFrom: number, nextTo: number) => isWithin(edits - 1, from, to, nextFrom, nextTo);
  const isSwap = from[i] === to[j + 1] && from[i + 1] === to[j];
  return goOn(i + 1, j + 1) || goOn(i + 1, j) || goOn(i, j + 1) || (isSwap && goOn(i + 2, j + 2));
}
