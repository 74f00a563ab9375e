// Computes which cells are reached without a character, for words of 32 cells at a time: a table for each 4 bits gives the cells reached in
// the same word; links to later words follow word by word; links back to earlier words are needed at most once (cells.ts).

import type { Bits, Link } from "./cells.ts";
import type { Work } from "./work.ts";

/** If any bit of `mask` is set in word `word`, `bits` are set in word `target`. */
interface Jump {
  readonly word: number;
  readonly mask: number;
  readonly target: number;
  readonly bits: number;
}

// Four bits, because tables for eight do not fit into the processor's first cache.
const [TABLE_BITS, TABLE_SIZE] = [4, 16];
const WORD_TABLES = (32 / TABLE_BITS) * TABLE_SIZE;
/** The numbers of a jump: word, mask, target, bits. */
const JUMP_SIZE = 4;
/** Sorting so many links by words is one unit of work. */
const LINKS_PER_WORK = 8;

export class Closure {
  /** By word: the index of its tables, or -1 if it has no links of its own. */
  readonly #tableOf: Int32Array;
  readonly #tables: Bits;
  /** By word: the index of its first jump to later words. The next word's index ends them. */
  readonly #aheadOf: Int32Array;
  readonly #ahead: Int32Array;
  readonly #back: Int32Array;
  /** The words as they were when last followed. */
  readonly #done: Bits;
  /** Words from here on have no links. */
  readonly #end: number;

  private constructor(words: number, links: readonly Link[], inside: readonly Link[][]) {
    this.#end = links.reduce((end, { from }) => Math.max(end, wordOf(from) + 1), 0);
    this.#done = new Int32Array(words);
    let count = 0;
    this.#tableOf = Int32Array.from(inside, (own) => (own.length === 0 ? -1 : WORD_TABLES * count++));
    this.#tables = new Int32Array(WORD_TABLES * count);
    const ahead = toJumps(links.filter(({ from, to }) => wordOf(from) < wordOf(to))).sort((a, b) => a.word - b.word);
    this.#ahead = flatten(ahead);
    let first = 0;
    this.#aheadOf = Int32Array.from({ length: words + 1 }, (_, word) => {
      while (first < ahead.length && (ahead[first]?.word ?? 0) < word) first += 1;
      return first * JUMP_SIZE;
    });
    this.#back = flatten(toJumps(links.filter(({ from, to }) => wordOf(from) > wordOf(to))));
  }

  static *build(words: number, links: readonly Link[]): Work<Closure> {
    const inside = Array.from({ length: words }, (): Link[] => []);
    for (const link of links) if (wordOf(link.from) === wordOf(link.to)) inside[wordOf(link.from)]?.push(link);
    yield links.length / LINKS_PER_WORK;
    const closure = new Closure(words, links, inside);
    yield links.length / LINKS_PER_WORK;
    for (const [word, own] of inside.entries()) {
      if (own.length > 0) closure.#fillTables(closure.#tableOf[word] ?? 0, own);
      yield own.length > 0 ? 2 : 0;
    }
    return closure;
  }

  /** Adds all reachable cells. */
  apply(bits: Bits): void {
    if (this.#end === 0) return;
    this.#done.fill(0);
    this.#goAhead(bits, 0);
    const back = this.#back;
    let first = this.#end;
    for (let at = 0; at < back.length; at += JUMP_SIZE) {
      if (((bits[back[at] as number] as number) & (back[at + 1] as number)) === 0) continue;
      const target = back[at + 2] as number;
      bits[target] = (bits[target] as number) | (back[at + 3] as number);
      if (target < first) first = target;
    }
    this.#goAhead(bits, first);
  }

  #goAhead(bits: Bits, first: number): void {
    const [tables, tableOf, ahead, aheadOf, done] = [
      this.#tables,
      this.#tableOf,
      this.#ahead,
      this.#aheadOf,
      this.#done,
    ];
    for (let word = first; word < this.#end; word++) {
      let now = bits[word] as number;
      if (now === done[word]) continue;
      const table = tableOf[word] as number;
      if (table !== -1) {
        now =
          (tables[table + (now & 15)] as number) |
          (tables[table + 16 + ((now >>> 4) & 15)] as number) |
          (tables[table + 32 + ((now >>> 8) & 15)] as number) |
          (tables[table + 48 + ((now >>> 12) & 15)] as number) |
          (tables[table + 64 + ((now >>> 16) & 15)] as number) |
          (tables[table + 80 + ((now >>> 20) & 15)] as number) |
          (tables[table + 96 + ((now >>> 24) & 15)] as number) |
          (tables[table + 112 + (now >>> 28)] as number);
        bits[word] = now;
      }
      done[word] = now;
      const end = aheadOf[word + 1] as number;
      for (let at = aheadOf[word] as number; at < end; at += JUMP_SIZE) {
        if ((now & (ahead[at + 1] as number)) === 0) continue;
        const target = ahead[at + 2] as number;
        bits[target] = (bits[target] as number) | (ahead[at + 3] as number);
      }
    }
  }

  #fillTables(table: number, links: readonly Link[]): void {
    const reached = reachInside(links);
    for (let part = 0; part < 32 / TABLE_BITS; part++) {
      const from = table + part * TABLE_SIZE;
      for (let value = 1; value < TABLE_SIZE; value++) {
        const rest = value & (value - 1);
        const bit = 31 - Math.clz32(value ^ rest);
        this.#tables[from + value] = (this.#tables[from + rest] ?? 0) | (reached[part * TABLE_BITS + bit] ?? 0);
      }
    }
  }
}

function wordOf(cell: number): number {
  return cell >>> 5;
}

/** By cell: the cells of the same word that it reaches, including itself. */
function reachInside(links: readonly Link[]): Bits {
  const reached = Int32Array.from({ length: 32 }, (_, bit) => 1 << bit);
  // Starts at the last cell, so that the results of later cells are known; repeated while links back add something.
  const ordered = links.toSorted((a, b) => b.from - a.from);
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const { from, to } of ordered) {
      const before = reached[from & 31] ?? 0;
      reached[from & 31] = before | (reached[to & 31] ?? 0);
      hasChanged ||= reached[from & 31] !== before;
    }
  }
  return reached;
}

function flatten(jumps: readonly Jump[]): Int32Array {
  return Int32Array.from(jumps.flatMap(({ word, mask, target, bits }) => [word, mask, target, bits]));
}

/** Merges links: one jump for all links from a word to the same cell, and one for all from the same cells to a word. */
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
