// Case folding of names, for disks that ignore case: Unicode's simple folding, and the dotless i, whose upper case is I.

import { type CharSet, hasChar, joinRanges, type Range, toCharSet } from "../regex/char_sets.ts";
import { foldChars, foldSet } from "../regex/unicode.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
export const ASCII = /^[\x00-\x7f]*$/;

const [LOWER_I, DOTLESS_I] = [0x69, 0x131];

export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (char) => String.fromCodePoint(foldChar(char.codePointAt(0) ?? 0))).join("");
}

/** No disk has longer names. Composing takes quadratic time for names made of combining marks. */
const MAX_NAME_UNITS = 1024;

/** Composes accents and their letters into one character. Some disks store them separately, but readers see the same name. */
export function composeNames(path: string): string {
  if (ASCII.test(path)) return path;
  const names = path.split("/").map((name) => (name.length > MAX_NAME_UNITS ? name : name.normalize("NFC")));
  return names.join("/");
}

/** Maps all equal characters to one of them; ASCII letters to lower case. */
function foldChar(code: number): number {
  if (code === DOTLESS_I) return LOWER_I;
  const [first = code] = code < 0x80 ? [code] : foldChars(code);
  return first >= 65 && first <= 90 ? first + 32 : first;
}

/** The characters beyond ASCII that equal an ASCII letter: the Kelvin sign, the long s, the dotless i. */
const BEYOND_ASCII = new Map([
  [0x6b, 0x212a],
  [0x73, 0x17f],
  [LOWER_I, DOTLESS_I],
]);

/** All characters that are equal to this one, as `foldChar` has it. Those of ASCII need no tables. */
export function equalChars(code: number): CharSet {
  const lower = code >= 65 && code <= 90 ? code + 32 : code;
  if (lower >= 0x80) return foldRanges([[code, code]]);
  if (lower < 97 || lower > 122) return toCharSet(code, code);
  const beyond = BEYOND_ASCII.get(lower) ?? lower;
  return toCharSet(lower - 32, lower - 32, lower, lower, beyond, beyond);
}

/** Adds all characters that are equal to one in the ranges. */
export function foldRanges(ranges: readonly Range[]): CharSet {
  const folded = foldSet(joinRanges(ranges));
  const hasI = hasChar(folded, LOWER_I) || hasChar(folded, DOTLESS_I);
  return hasI ? joinRanges([...folded, ...equalChars(LOWER_I)]) : folded;
}
