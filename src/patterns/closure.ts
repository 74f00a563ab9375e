// Which cells are reached from others without a character, for whole words of 32 cells at a time: a table for each 8 bits gives what they
// reach in their own word; links to later words follow word by word; links that lead back are needed once at most (regex_cells.ts).

import type { Link } from "./regex_cells.ts";

type Bits = Int32Array;

/** If any of `mask` is set in word `word`, `bits` are set in word `target`. */
interface Jump {
  readonly word: number;
  readonly mask: number;
  readonly target: number;
  readonly bits: number;
}

const TABLE = 4 * 256;

export class Closure {
  /** Four tables for each word; for words without links of their own, nothing. */
  readonly #tables: (Bits | undefined)[];
  /** By word. */
  readonly #ahead: (readonly Jump[] | undefined)[];
  readonly #back: readonly Jump[];
  /** Words from here on have no links. */
  readonly #end: number;

  constructor(words: number, links: readonly Link[]) {
    const isInside = ({ from, to }: Link) => from < to && from >>> 5 === to >>> 5;
    const inside = groupByWord(words, links.filter(isInside), ({ from }) => from >>> 5);
    this.#tables = inside.map((ofWord) => ofWord && makeTables(ofWord));
    const ahead = toJumps(links.filter((link) => link.from < link.to && !isInside(link)));
    this.#ahead = groupByWord(words, ahead, ({ word }) => word);
    this.#back = toJumps(links.filter(({ from, to }) => from >= to));
    this.#end = links.reduce((end, { from }) => Math.max(end, (from >>> 5) + 1), 0);
  }

  /** Adds everything that is reached. */
  apply(bits: Bits): void {
    if (this.#end === 0) return;
    this.#goAhead(bits, 0);
    let first = this.#end;
    for (const { word, mask, target, bits: added } of this.#back) {
      if (((bits[word] as number) & mask) === 0) continue;
      const before = bits[target] as number;
      if ((before | added) === before) continue;
      bits[target] = before | added;
      if (target < first) first = target;
    }
    if (first < this.#end) this.#goAhead(bits, first);
  }

  #goAhead(bits: Bits, first: number): void {
    const end = this.#end;
    for (let word = first; word < end; word++) {
      let now = bits[word] as number;
      if (now === 0) continue;
      const table = this.#tables[word];
      if (table !== undefined) {
        now =
          (table[now & 255] as number) |
          (table[256 + ((now >>> 8) & 255)] as number) |
          (table[512 + ((now >>> 16) & 255)] as number) |
          (table[768 + (now >>> 24)] as number);
        bits[word] = now;
      }
      const jumps = this.#ahead[word];
      if (jumps === undefined) continue;
      for (const jump of jumps)
        if ((now & jump.mask) !== 0) bits[jump.target] = (bits[jump.target] as number) | jump.bits;
    }
  }
}

function groupByWord<T>(words: number, all: readonly T[], wordOf: (one: T) => number): (readonly T[] | undefined)[] {
  const groups = new Array<T[] | undefined>(words).fill(undefined);
  for (const one of all) {
    const group = groups[wordOf(one)];
    if (group === undefined) groups[wordOf(one)] = [one];
    else group.push(one);
  }
  return groups;
}

function makeTables(links: readonly Link[]): Bits {
  const reached = Array.from({ length: 32 }, (_, bit) => 1 << bit);
  // From the last cell on, so that what a target reaches is known.
  for (const { from, to } of links.toSorted((a, b) => b.from - a.from)) {
    reached[from & 31] = (reached[from & 31] ?? 0) | (reached[to & 31] ?? 0);
  }
  const table = new Int32Array(TABLE);
  for (let byte = 0; byte < 4; byte++) {
    for (let value = 1; value < 256; value++) {
      const rest = value & (value - 1);
      const bit = 31 - Math.clz32(value ^ rest);
      table[byte * 256 + value] = (table[byte * 256 + rest] ?? 0) | (reached[byte * 8 + bit] ?? 0);
    }
  }
  return table;
}

/** As few as will do: one for all links from a word to the same cell, and one for all from the same cells to a word. */
function toJumps(links: readonly Link[]): Jump[] {
  const masks = new Map<string, { word: number; mask: number; to: number }>();
  for (const { from, to } of links) {
    const key = `${from >>> 5} ${to}`;
    const one = masks.get(key) ?? { word: from >>> 5, mask: 0, to };
    one.mask |= 1 << (from & 31);
    masks.set(key, one);
  }
  const jumps = new Map<string, { word: number; mask: number; target: number; bits: number }>();
  for (const { word, mask, to } of masks.values()) {
    const key = `${word} ${mask} ${to >>> 5}`;
    const jump = jumps.get(key) ?? { word, mask, target: to >>> 5, bits: 0 };
    jump.bits |= 1 << (to & 31);
    jumps.set(key, jump);
  }
  return [...jumps.values()];
}
