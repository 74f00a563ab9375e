// Divides all characters into groups that a pattern does not distinguish: the symbols that the automaton reads.

import { type CharSet, hasChar, INVALID_BYTE, WORD } from "./char_sets.ts";
import type { Work } from "./work.ts";

/** Instead of a symbol: what was read so far does not determine it. */
export const UNCLEAR = 0;
/** The end of a line or path. */
export const END = 1;
const FIRST_SYMBOL = 2;

export class Symbols {
  /** The number of symbols, including UNCLEAR and END. */
  readonly count: number;
  /** The starts of the groups, in order, and their symbols. */
  readonly #starts: Int32Array;
  readonly #symbols: Uint16Array;
  /** One character of each symbol. */
  readonly #samples: number[] = [];

  private constructor(starts: Int32Array, symbols: Uint16Array) {
    this.#starts = starts;
    this.#symbols = symbols;
    for (const [at, symbol] of this.#symbols.entries()) this.#samples[symbol] ??= this.#starts[at] ?? 0;
    this.count = Math.max(FIRST_SYMBOL, this.#samples.length);
  }

  /** Yields how many ranges were visited. With `splitsWords`, no symbol mixes word characters and others. */
  static *divide(sets: readonly CharSet[], splitsWords: boolean): Work<Symbols> {
    const all = splitsWords ? [...sets, WORD] : sets;
    const starts = yield* findBorders(all);
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

  /** The symbol of a character, or of INVALID_BYTE. */
  of(code: number): number {
    return this.#symbols[findGroup(this.#starts, code)] as number;
  }
}

/** The characters at which a set starts or has just ended. */
function* findBorders(sets: readonly CharSet[]): Work<Int32Array> {
  const borders = new Set([0, INVALID_BYTE]);
  for (const set of sets) {
    for (const [first, last] of set) borders.add(first).add(last + 1);
    yield set.length;
  }
  borders.delete(INVALID_BYTE + 1);
  return Int32Array.from(borders).sort();
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
    const found: number[] = [];
    this.#visit(set, (at) => {
      const symbol = symbols[at] as number;
      const count = inside[symbol] as number;
      if (count === 0) found.push(symbol);
      inside[symbol] = count + 1;
    });
    for (const symbol of found) {
      const count = inside[symbol] as number;
      inside[symbol] = 0;
      renamed[symbol] = symbol;
      if (count === sizes[symbol]) continue;
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
    for (const [first, last] of set)
      for (let at = findGroup(starts, first); at < starts.length && (starts[at] as number) <= last; at++) act(at);
  }
}

/** The index of the group that contains the character. */
function findGroup(starts: Int32Array, code: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= code) low = middle;
    else high = middle;
  }
  return low;
}
