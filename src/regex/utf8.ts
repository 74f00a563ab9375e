// Reads the characters of UTF-8, in both directions. A byte that is not part of a valid character counts as a character, so both directions
// see the same ones. (Only the first byte of a valid character can start one, so characters never overlap.)

import { INVALID_BYTE } from "./char_sets.ts";

/** A character and its length in bytes as one number, to avoid allocations: `code * 8 + length`. */
export type ReadChar = number;

const INVALID: ReadChar = INVALID_BYTE * 8 + 1;

export function readChar(content: Uint8Array, at: number): ReadChar {
  const byte = content[at] as number;
  return byte < 0x80 ? byte * 8 + 1 : readLonger(content, at);
}

/** The character that ends before `end`. */
export function readCharBefore(content: Uint8Array, end: number): ReadChar {
  const last = content[end - 1] as number;
  if (last < 0x80) return last * 8 + 1;
  for (let length = 2; length <= 4 && length <= end; length++) {
    const char = readLonger(content, end - length);
    if ((char & 7) === length) return char;
  }
  return INVALID;
}

/** For a byte beyond ASCII. Overlong forms and surrogates are invalid. */
function readLonger(content: Uint8Array, at: number): ReadChar {
  const first = content[at] as number;
  if (first < 0xc2 || first > 0xf4) return INVALID;
  const second = continuation(content, at + 1);
  if (second === -1) return INVALID;
  if (first < 0xe0) return (((first & 31) << 6) | second) * 8 + 2;
  const third = continuation(content, at + 2);
  if (third === -1) return INVALID;
  if (first < 0xf0) {
    const code = ((first & 15) << 12) | (second << 6) | third;
    return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? INVALID : code * 8 + 3;
  }
  const fourth = continuation(content, at + 3);
  const code = ((first & 7) << 18) | (second << 12) | (third << 6) | fourth;
  return fourth === -1 || code < 0x10000 || code > 0x10ffff ? INVALID : code * 8 + 4;
}

function continuation(content: Uint8Array, at: number): number {
  const byte = at < content.length ? (content[at] as number) : 0;
  return (byte & 0xc0) === 0x80 ? byte & 63 : -1;
}
