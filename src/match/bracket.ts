// Parses `[...]` in a pattern into a set of bytes, exactly as git's wildmatch does.

import {
  type CharSet,
  invertRanges,
  joinRanges,
  POSIX_CLASSES,
  type Range,
  removeChar,
  SLASH,
  toCharSet,
} from "../regex/char_sets.ts";

const [BACKSLASH, BRACKET, CLOSE, COLON, DASH, BANG, CARET] = [92, 91, 93, 58, 45, 33, 94];
const [A, Z, CASE_STEP, LAST_BYTE] = [65, 90, 32, 255];

/** Git uses no locale; its white space excludes vertical tab and form feed. */
const CLASSES: ReadonlyMap<string, CharSet | null> = new Map([
  ...POSIX_CLASSES,
  ["space", toCharSet(9, 10, 13, 13, 32, 32)],
  ["ascii", null],
  ["word", null],
]);

export interface Bracket {
  readonly set: CharSet;
  /** The index after the closing bracket. */
  readonly end: number;
}

/** What case does: nothing; ranges and classes of upper case also match the lower case; every letter matches both cases. */
export type BracketCase = "exact" | "folded" | "widened";

/** `start` is the index after the opening bracket. Null if it is not closed or names an unknown class: then nothing matches. */
export function parseBracket(pattern: string, start: number, letterCase: BracketCase): Bracket | null {
  const isNegated = pattern.charCodeAt(start) === BANG || pattern.charCodeAt(start) === CARET;
  const reader = new BracketReader(pattern, isNegated ? start + 1 : start, letterCase === "folded");
  if (!reader.readAll()) return null;
  const { members, at } = reader;
  // A slash never matches.
  const set = isNegated
    ? invertRanges([...members, [SLASH, SLASH]], LAST_BYTE)
    : removeChar(joinRanges(members), SLASH);
  return { set: letterCase === "widened" ? addBothCases(set) : set, end: at + 1 };
}

function addBothCases(set: CharSet): CharSet {
  return joinRanges([...set, ...shift(set, A, Z, CASE_STEP), ...shift(set, A + CASE_STEP, Z + CASE_STEP, -CASE_STEP)]);
}

/** The part of the ranges between two bytes, moved. */
function shift(ranges: readonly Range[], low: number, high: number, by: number): Range[] {
  const cut = ranges.map(([first, last]): Range => [Math.max(first, low), Math.min(last, high)]);
  return cut.filter(([first, last]) => first <= last).map(([first, last]) => [first + by, last + by]);
}

class BracketReader {
  readonly members: Range[] = [];
  at: number;
  readonly #pattern: string;
  readonly #ignoreCase: boolean;
  /** The start of a possible range; 0 after a range and after a class. */
  #previous = 0;
  /** The next closing bracket, cached so that the text is searched only once, however many classes seem to start. */
  #nextClose = -1;

  constructor(pattern: string, at: number, ignoreCase: boolean) {
    this.#pattern = pattern;
    this.at = at;
    this.#ignoreCase = ignoreCase;
  }

  /** Up to the closing bracket. A bracket that comes first does not close. */
  readAll(): boolean {
    do {
      if (!this.#readMember()) return false;
    } while (this.#code(0) !== CLOSE);
    return true;
  }

  // If case is ignored, the text is lower case, but single members are compared unchanged: `[A]` then matches nothing.
  #readMember(): boolean {
    const code = this.#code(0);
    if (code === 0) return false;
    const next = this.#code(1);
    if (code === DASH && this.#previous !== 0 && next !== 0 && next !== CLOSE) return this.#readRange();
    if (code === BRACKET && next === COLON) return this.#readClass();
    if (code === BACKSLASH) this.at += 1;
    return this.#readByte();
  }

  #readByte(): boolean {
    const code = this.#code(0);
    if (code === 0) return false;
    this.#add(code, code);
    this.#previous = code;
    this.at += 1;
    return true;
  }

  #readRange(): boolean {
    this.at += this.#code(1) === BACKSLASH ? 2 : 1;
    const [first, last] = [this.#previous, this.#code(0)];
    if (last === 0) return false;
    this.#add(first, last);
    if (this.#ignoreCase) this.members.push(...shift([[first, last]], A, Z, CASE_STEP));
    this.#previous = 0;
    this.at += 1;
    return true;
  }

  #readClass(): boolean {
    const nameStart = this.at + 2;
    if (this.#nextClose < nameStart) this.#nextClose = this.#pattern.indexOf("]", nameStart);
    const close = this.#nextClose;
    if (close === -1) return false;
    if (close === nameStart || this.#pattern.charCodeAt(close - 1) !== COLON) return this.#readByte();
    const name = this.#pattern.slice(nameStart, close - 1);
    const ranges = CLASSES.get(name);
    if (!ranges) return false;
    this.members.push(...ranges);
    if (this.#ignoreCase && name === "upper") this.#add(A + CASE_STEP, Z + CASE_STEP);
    this.#previous = 0;
    this.at = close + 1;
    return true;
  }

  /** A range that runs backwards is empty. */
  #add(first: number, last: number): void {
    if (first <= last) this.members.push([first, last]);
  }

  /** 0 after the end: no pattern contains NUL. */
  #code(ahead: number): number {
    return this.#pattern.charCodeAt(this.at + ahead) || 0;
  }
}
