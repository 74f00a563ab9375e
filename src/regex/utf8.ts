// Encodes texts and sets of characters as UTF-8. Lone surrogates are encoded like other characters.

import { addRange, toByteSet } from "./bytes.ts";
import { CONTINUATIONS, type Part } from "./parts.ts";

/** Code points, inclusive. */
export type Range = readonly [first: number, last: number];

export const LAST_CHAR = 0x10ffff;
/** The last characters of one, two and three bytes. */
const LAST_OF_LENGTH = [0x7f, 0x7ff, 0xffff];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
export const ASCII = /^[\x00-\x7f]*$/;

export function encodeText(text: string): string {
  if (ASCII.test(text)) return text;
  return Array.from(text, (char) => String.fromCharCode(...encodeChar(char.codePointAt(0) ?? 0))).join("");
}

export function encodeChar(code: number): number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
}

/** One of these characters. */
export function encodeRanges(ranges: readonly Range[]): readonly Part[] {
  const single = toByteSet();
  for (const [first, last] of ranges) addRange(single, first, Math.min(last, 0x7f));
  // If all others are included: any first byte, and the rest of the character.
  if (ranges.some(([first, last]) => first <= 0x80 && last === LAST_CHAR)) {
    addRange(single, 0xc0, 0xff);
    return [single, CONTINUATIONS];
  }
  const longer = ranges.flatMap(([first, last]) => (last < 0x80 ? [] : splitRange(Math.max(first, 0x80), last)));
  const choices = ranges.some(([first]) => first < 0x80) ? [[single], ...longer] : longer;
  return choices.length === 1 ? (choices[0] ?? []) : [{ choices }];
}

/** As sequences of sets, each of which matches a part of the range. */
function splitRange(first: number, last: number): Part[][] {
  const cut = findCut(first, last);
  if (cut !== null) return [...splitRange(first, cut), ...splitRange(cut + 1, last)];
  const end = encodeChar(last);
  return [encodeChar(first).map((byte, at) => toByteSet(byte, end[at] ?? byte))];
}

/** Where to split the range so that each byte has an independent range. */
function findCut(first: number, last: number): number | null {
  const limit = LAST_OF_LENGTH.find((one) => first <= one && one < last);
  if (limit !== undefined) return limit;
  for (let bits = 6; bits < 6 * encodeChar(first).length; bits += 6) {
    const mask = (1 << bits) - 1;
    if ((first & ~mask) === (last & ~mask)) return null;
    if ((first & mask) !== 0) return first | mask;
    if ((last & mask) !== mask) return (last & ~mask) - 1;
  }
  return null;
}
