// Reads the characters of lines in UTF-8, in both directions. A byte that is not part of a valid character counts as a character, so both
// directions see the same ones. (Only the first byte of a valid character can start one, so characters never overlap.)

import { CARRIAGE_RETURN, INVALID_BYTE, NEWLINE } from "./char_sets.ts";
import { END, type Symbols, UNCLEAR } from "./symbols.ts";

const INVALID = INVALID_BYTE * 8 + 1;

/** A symbol and its length in bytes as one number, to avoid allocations: `symbol * 8 + length`. */
export type ReadSymbol = number;

export class LineReader {
  /** By byte; UNCLEAR for `\r` and all bytes of longer characters. */
  readonly ofByte = new Uint16Array(256).fill(UNCLEAR);
  readonly #symbols: Symbols;
  readonly #carriageReturn: number;
  readonly #invalidByte: number;
  /** Cached symbols of characters of two and three bytes; 0: not yet known. */
  #known: Uint16Array | undefined;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
    for (let byte = 0; byte < 0x80; byte++) this.ofByte[byte] = symbols.of(byte);
    this.#carriageReturn = symbols.of(CARRIAGE_RETURN);
    this.ofByte[CARRIAGE_RETURN] = UNCLEAR;
    this.ofByte[NEWLINE] = END;
    this.#invalidByte = symbols.of(INVALID_BYTE);
  }

  /** Accepts any byte; `\r\n` is the end of a line. */
  read(content: Uint8Array, at: number): ReadSymbol {
    const byte = content[at] as number;
    if (byte < 0x80) {
      if (byte !== CARRIAGE_RETURN) return (this.ofByte[byte] as number) * 8 + 1;
      return content[at + 1] === NEWLINE ? END * 8 + 2 : this.#carriageReturn * 8 + 1;
    }
    const char = readChar(content, at);
    return char === INVALID ? this.#invalidByte * 8 + 1 : this.#ofChar(char >>> 3) * 8 + (char & 7);
  }

  /** The character that ends before `end`, within a line. */
  readBefore(content: Uint8Array, end: number): ReadSymbol {
    const last = content[end - 1] as number;
    if (last < 0x80) return (last === CARRIAGE_RETURN ? this.#carriageReturn : (this.ofByte[last] as number)) * 8 + 1;
    for (let length = 2; length <= 4 && length <= end; length++) {
      const char = readChar(content, end - length);
      if ((char & 7) === length) return this.#ofChar(char >>> 3) * 8 + length;
    }
    return this.#invalidByte * 8 + 1;
  }

  #ofChar(code: number): number {
    if (code > 0xffff) return this.#symbols.of(code);
    this.#known ??= new Uint16Array(0x10000);
    const known = this.#known[code] as number;
    if (known !== 0) return known;
    const symbol = this.#symbols.of(code);
    this.#known[code] = symbol;
    return symbol;
  }
}

/** `code * 8 + length`, for a byte beyond ASCII. Overlong forms and surrogates are invalid. */
function readChar(content: Uint8Array, at: number): number {
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
