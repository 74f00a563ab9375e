// Reads UTF-8 characters from bytes, in both directions. A byte that is not part of a valid character counts as a character, so both
// directions see the same ones. (Only the first byte of a valid character can start one, so characters never overlap.)

import { CARRIAGE_RETURN, NEWLINE } from "./bytes.ts";
import { INVALID_BYTE } from "./ranges.ts";
import { END, type Symbols } from "./symbols.ts";

/** A symbol and its length in bytes as one number, to avoid allocations: `symbol * 8 + length`. */
export type ReadSymbol = number;

/** Accepts any byte; `\r\n` is the end of a line. */
export function readSymbol(symbols: Symbols, content: Uint8Array, at: number): ReadSymbol {
  const byte = content[at] as number;
  if (byte < 0x80) {
    if (byte !== CARRIAGE_RETURN) return (symbols.ofByte[byte] as number) * 8 + 1;
    return content[at + 1] === NEWLINE ? END * 8 + 2 : symbols.carriageReturn * 8 + 1;
  }
  const char = readChar(content, at);
  const code = char >>> 3;
  return code === INVALID_BYTE ? symbols.invalidByte * 8 + 1 : symbols.ofChar(code) * 8 + (char & 7);
}

/** The character that ends before `end`, within a line. */
export function readSymbolBefore(symbols: Symbols, content: Uint8Array, end: number): ReadSymbol {
  const last = content[end - 1] as number;
  if (last < 0x80)
    return (last === CARRIAGE_RETURN ? symbols.carriageReturn : (symbols.ofByte[last] as number)) * 8 + 1;
  for (let length = 2; length <= 4 && length <= end; length++) {
    const char = readChar(content, end - length);
    if ((char & 7) === length) return symbols.ofChar(char >>> 3) * 8 + length;
  }
  return symbols.invalidByte * 8 + 1;
}

/** `code * 8 + length`, for a byte beyond ASCII. Overlong forms and surrogates are invalid. */
function readChar(content: Uint8Array, at: number): number {
  const invalid = INVALID_BYTE * 8 + 1;
  const first = content[at] as number;
  if (first < 0xc2 || first > 0xf4) return invalid;
  const second = continuation(content, at + 1);
  if (second === -1) return invalid;
  if (first < 0xe0) return (((first & 31) << 6) | second) * 8 + 2;
  const third = continuation(content, at + 2);
  if (third === -1) return invalid;
  if (first < 0xf0) {
    const code = ((first & 15) << 12) | (second << 6) | third;
    return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? invalid : code * 8 + 3;
  }
  const fourth = continuation(content, at + 3);
  const code = ((first & 7) << 18) | (second << 12) | (third << 6) | fourth;
  return fourth === -1 || code < 0x10000 || code > 0x10ffff ? invalid : code * 8 + 4;
}

function continuation(content: Uint8Array, at: number): number {
  const byte = at < content.length ? (content[at] as number) : 0;
  return (byte & 0xc0) === 0x80 ? byte & 63 : -1;
}
