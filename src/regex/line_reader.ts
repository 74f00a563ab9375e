// Reads the symbols of lines in UTF-8, in both directions.

import { CARRIAGE_RETURN, NEWLINE } from "./char_sets.ts";
import { END, type Symbols, UNCLEAR } from "./symbols.ts";
import { type ReadChar, readChar, readCharBefore } from "./utf8.ts";

/** A symbol and its length in bytes as one number, to avoid allocations: `symbol * 8 + length`. */
export type ReadSymbol = number;

export class LineReader {
  /** By byte; UNCLEAR for `\r` and all bytes of longer characters. */
  readonly ofByte = new Uint16Array(256).fill(UNCLEAR);
  readonly #symbols: Symbols;
  /** Cached symbols of characters of up to three bytes; 0: not yet known. */
  #known: Uint16Array | undefined;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
    for (let byte = 0; byte < 0x80; byte++) this.ofByte[byte] = symbols.of(byte);
    this.ofByte[CARRIAGE_RETURN] = UNCLEAR;
    this.ofByte[NEWLINE] = END;
  }

  /** Accepts any byte; `\r\n` is the end of a line. */
  read(content: Uint8Array, at: number): ReadSymbol {
    const byte = content[at] as number;
    if (byte === CARRIAGE_RETURN && content[at + 1] === NEWLINE) return END * 8 + 2;
    return byte < 0x80 && byte !== CARRIAGE_RETURN
      ? (this.ofByte[byte] as number) * 8 + 1
      : this.#toSymbol(readChar(content, at));
  }

  /** The character that ends before `end`, within a line. */
  readBefore(content: Uint8Array, end: number): ReadSymbol {
    return this.#toSymbol(readCharBefore(content, end));
  }

  #toSymbol(char: ReadChar): ReadSymbol {
    return this.#ofChar(char >>> 3) * 8 + (char & 7);
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
