// Divides all characters into groups that a pattern does not distinguish: the symbols that the automaton reads.

import { CARRIAGE_RETURN, NEWLINE } from "./bytes.ts";
import { type CharSet, hasChar, INVALID_BYTE } from "./ranges.ts";
import { WORD } from "./regex_escape.ts";

/** Instead of a symbol: the byte alone does not determine it (`\r`, and all bytes of longer characters). */
const UNCLEAR = 0;
/** The end of a line. */
export const END = 1;
const FIRST_SYMBOL = 2;

export class Symbols {
  /** The number of symbols, including UNCLEAR and END. */
  readonly count: number;
  /** By byte. */
  readonly ofByte = new Uint16Array(256);
  readonly carriageReturn: number;
  readonly invalidByte: number;
  /** Whether a symbol's characters are word characters. */
  readonly isWord: readonly boolean[];
  /** The starts of the groups, in order, and their symbols. */
  readonly #starts: Int32Array;
  readonly #symbols: Uint16Array;
  /** One character of each symbol. */
  readonly #samples: number[] = [];
  /** Cached symbols of characters of two and three bytes; 0: not yet known. */
  #known: Uint16Array | undefined;

  private constructor(starts: Int32Array, symbols: Uint16Array) {
    this.#starts = starts;
    this.#symbols = symbols;
    for (const [at, symbol] of this.#symbols.entries()) this.#samples[symbol] ??= this.#starts[at] ?? 0;
    this.count = Math.max(FIRST_SYMBOL, this.#samples.length);
    for (let byte = 0; byte < 0x80; byte++) this.ofByte[byte] = this.#find(byte);
    this.carriageReturn = this.ofByte[CARRIAGE_RETURN] ?? 0;
    this.ofByte[CARRIAGE_RETURN] = UNCLEAR;
    this.ofByte[NEWLINE] = END;
    this.invalidByte = this.#find(INVALID_BYTE);
    this.isWord = this.#samples.map((code) => hasChar(WORD, code));
  }

  /** Yields how many ranges were visited. `sets` without duplicates; with `splitsWords`, no symbol mixes word characters and others. */
  static *divide(sets: readonly CharSet[], splitsWords: boolean): Generator<number, Symbols> {
    const all = splitsWords ? [...sets, WORD] : sets;
    const starts = findBorders(all);
    yield starts.length;
    const groups = new CharGroups(starts);
    for (const set of all) {
      groups.split(set);
      yield set.length + starts.length / 64;
    }
    return new Symbols(starts, groups.symbols);
  }

  isIn(set: CharSet, symbol: number): boolean {
    const sample = this.#samples[symbol];
    return sample !== undefined && hasChar(set, sample);
  }

  /** For a character beyond ASCII. */
  ofChar(code: number): number {
    if (code > 0xffff) return this.#find(code);
    this.#known ??= new Uint16Array(0x10000);
    const known = this.#known[code] as number;
    if (known !== 0) return known;
    const symbol = this.#find(code);
    this.#known[code] = symbol;
    return symbol;
  }

  #find(code: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= code) low = middle;
      else high = middle;
    }
    return this.#symbols[low] as number;
  }
}

function findBorders(sets: readonly CharSet[]): Int32Array {
  const borders = new Int32Array(sets.reduce((sum, set) => sum + set.length * 2, 2));
  let count = 0;
  borders[count++] = 0;
  borders[count++] = INVALID_BYTE;
  for (const set of sets)
    for (const [first, last] of set) {
      borders[count++] = first;
      borders[count++] = last + 1;
    }
  borders.sort();
  return borders.filter((border, at) => border !== borders[at - 1] && border <= INVALID_BYTE);
}

/** Divides the groups of characters between two borders. Two of them have the same symbol if each set contains both or neither. */
class CharGroups {
  readonly symbols: Uint16Array;
  readonly #starts: Int32Array;
  /** By symbol: the number of its groups; how many of them are in the set; the symbol of these from now on. */
  readonly #sizes: Uint16Array;
  readonly #inside: Uint16Array;
  readonly #renamed: Uint16Array;
  #count = FIRST_SYMBOL + 1;

  constructor(starts: Int32Array) {
    this.#starts = starts;
    this.symbols = new Uint16Array(starts.length).fill(FIRST_SYMBOL);
    const most = FIRST_SYMBOL + starts.length;
    [this.#sizes, this.#inside, this.#renamed] = [new Uint16Array(most), new Uint16Array(most), new Uint16Array(most)];
    this.#sizes[FIRST_SYMBOL] = starts.length;
  }

  split(set: CharSet): void {
    const [symbols, sizes, inside, renamed] = [this.symbols, this.#sizes, this.#inside, this.#renamed];
    const before = this.#count;
    inside.fill(0, 0, before);
    this.#visit(set, (at) => {
      const symbol = symbols[at] as number;
      inside[symbol] = (inside[symbol] as number) + 1;
    });
    for (let symbol = FIRST_SYMBOL; symbol < before; symbol++) {
      const count = inside[symbol] as number;
      renamed[symbol] = symbol;
      if (count === 0 || count === sizes[symbol]) continue;
      sizes[symbol] = (sizes[symbol] as number) - count;
      sizes[this.#count] = count;
      renamed[symbol] = this.#count++;
    }
    this.#visit(set, (at) => {
      symbols[at] = renamed[symbols[at] as number] as number;
    });
  }

  /** The groups in the set. */
  #visit(set: CharSet, act: (at: number) => void): void {
    const starts = this.#starts;
    let at = 0;
    for (const [first, last] of set) {
      while ((starts[at] as number) < first) at += 1;
      for (; at < starts.length && (starts[at] as number) <= last; at++) act(at);
    }
  }
}
