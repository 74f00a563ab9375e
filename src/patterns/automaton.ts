// Matches a text against many patterns at once, in one pass over its bytes, whatever the patterns: no backtracking. It can stop after
// any byte and go on later.
//
// Every cell of every pattern is one bit. A byte moves all bits of a word in a few operations, so a byte costs at most (cells / 32).
// The states that come up are remembered (state_cache.ts): a byte that was met in the same state before costs one look-up.

import { sortBytes } from "./byte_kinds.ts";
import { hasByte, SLASH } from "./bytes.ts";
import { Cells, type Rule } from "./cells.ts";
import { NONE, StateCache } from "./state_cache.ts";

type Bits = Int32Array;

/** How far the match of every pattern has come. */
export interface Progress {
  readonly bits: Bits;
  /** The same as the cache knows it, if it is still that of `era`. */
  state: number;
  era: number;
}

/** The cells that bytes of one kind lead on from, and those where they stay. */
interface Column {
  readonly leave: Bits;
  readonly stay: Bits;
  readonly restart: Bits | null;
}

export function compileRules(rules: readonly Rule[]): Automaton {
  const cells = new Cells();
  for (const rule of rules) cells.add(rule);
  return new Automaton(cells);
}

export class Automaton {
  readonly start: Progress;
  readonly #cells: Cells;
  readonly #kindOf: Uint8Array;
  readonly #samples: readonly number[];
  readonly #columns: (Column | undefined)[] = [];
  readonly #optional: Bits;
  readonly #forks: Bits;
  readonly #ends: readonly [forFiles: Bits, forDirectories: Bits];
  readonly #restart: Bits;
  readonly #cache: StateCache;
  // One for all calls: a call never waits, so two never overlap.
  readonly #now: Bits;

  /** `cells` must not grow any more. */
  constructor(cells: Cells) {
    this.#cells = cells;
    const { kindOf, samples } = sortBytes([SLASH, ...cells.leaving.keys(), ...cells.staying.keys()]);
    [this.#kindOf, this.#samples] = [kindOf, samples];
    this.#optional = this.#toBits(cells.optional);
    this.#forks = this.#toBits(cells.forks.keys());
    const ends = [...cells.ends];
    const forFiles = ends.filter(([, { isDirectoryOnly }]) => !isDirectoryOnly);
    this.#ends = [this.#toBits(forFiles.map(([cell]) => cell)), this.#toBits(cells.ends.keys())];
    this.#now = this.#toBits([]);
    this.#restart = this.#reach(cells.floating);
    this.start = { bits: this.#reach(cells.starts), state: NONE, era: -1 };
    this.#cache = new StateCache(this.#now.length, samples.length);
  }

  /** Null when no pattern can match any longer. */
  advance(from: Progress, text: string): Progress | null {
    const state = this.#run(from, text);
    if (state !== NONE) this.#cache.copyBits(state, this.#now);
    if (this.#cells.floating.length === 0 && this.#now.every((word) => word === 0)) return null;
    return { bits: this.#now.slice(), state, era: this.#cache.era };
  }

  /** The last rule that matches once `text` is read, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    if (text !== "" && !hasByte(this.#cells.lastBytes, text.charCodeAt(text.length - 1))) return -1;
    const state = this.#run(from, text);
    const side = isDirectory ? 1 : 0;
    if (state === NONE) return this.#findEnd(side);
    const { notes } = this.#cache;
    const note = notes[state * 2 + side] ?? NONE;
    if (note !== NONE) return note - 1;
    this.#cache.copyBits(state, this.#now);
    const found = this.#findEnd(side);
    notes[state * 2 + side] = found + 1;
    return found;
  }

  /** The state after the text; if it is NONE, its bits are in `#now`. */
  #run(from: Progress, text: string): number {
    const cache = this.#cache;
    const { kinds } = cache;
    let { next } = cache;
    let state = this.#recall(from);
    cache.reads += text.length;
    for (let at = 0; at < text.length; at++) {
      const kind = this.#kindOf[text.charCodeAt(at)] ?? 0;
      const known = state === NONE ? NONE : (next[state * kinds + kind] ?? NONE);
      if (known !== NONE) {
        state = known;
        continue;
      }
      if (state !== NONE) cache.copyBits(state, this.#now);
      const isAlive = this.#step(this.#columns[kind] ?? this.#makeColumn(kind));
      state = cache.learn(state, kind, this.#now);
      ({ next } = cache);
      // Nothing can match before the next slash.
      if (!isAlive && state === NONE) at = text.indexOf("/", at + 1) - 1;
      if (at === -2) break;
    }
    return state;
  }

  #recall(from: Progress): number {
    const cache = this.#cache;
    if (from.era !== cache.era || from.state === NONE) {
      from.state = cache.intern(from.bits);
      from.era = cache.era;
    }
    if (from.state === NONE) for (let word = 0; word < this.#now.length; word++) this.#now[word] = from.bits[word] ?? 0;
    return from.state;
  }

  // 1 leave: to the next cell. 2 stay. 3 restart: patterns that may begin after any slash. 4 skip: optional cells that were just reached
  // lead on; the next cell is never optional, so that once is enough. 5 forks.
  #step({ leave, stay, restart }: Column): boolean {
    const [now, optional] = [this.#now, this.#optional];
    let [leaveCarry, skipCarry, alive] = [0, 0, 0];
    for (let word = 0; word < now.length; word++) {
      const before = now[word] ?? 0;
      const left = before & (leave[word] ?? 0);
      const reached = (left << 1) | leaveCarry;
      leaveCarry = left >>> 31;
      const skipped = reached & (optional[word] ?? 0);
      const after = reached | (before & (stay[word] ?? 0)) | (skipped << 1) | skipCarry;
      skipCarry = skipped >>> 31;
      now[word] = after;
      alive |= after;
    }
    if (restart !== null)
      for (let word = 0; word < now.length; word++) now[word] = (now[word] ?? 0) | (restart[word] ?? 0);
    if (this.#cells.forks.size > 0) this.#followForks();
    return alive !== 0 || restart !== null;
  }

  #followForks(): void {
    for (let word = 0; word < this.#now.length; word++) {
      for (let left = (this.#now[word] ?? 0) & (this.#forks[word] ?? 0); left !== 0; left &= left - 1) {
        this.#enter(this.#cells.forks.get(word * 32 + 31 - Math.clz32(left & -left)) ?? []);
      }
    }
  }

  /** Everything that is reached without a byte once these cells are. */
  #enter(cells: Iterable<number>): void {
    const waiting = [...cells];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const targets = this.#cells.forks.get(cell);
      if (targets !== undefined && !hasBit(this.#now, cell)) waiting.push(...targets);
      setBit(this.#now, cell);
      if (hasBit(this.#optional, cell)) waiting.push(cell + 1);
    }
  }

  #reach(cells: readonly number[]): Bits {
    this.#now.fill(0);
    this.#enter(cells);
    return this.#now.slice();
  }

  #findEnd(side: 0 | 1): number {
    const ends = this.#ends[side];
    for (let word = this.#now.length - 1; word >= 0; word--) {
      const ended = (this.#now[word] ?? 0) & (ends[word] ?? 0);
      if (ended !== 0) return this.#cells.ends.get(word * 32 + 31 - Math.clz32(ended))?.index ?? -1;
    }
    return -1;
  }

  #makeColumn(kind: number): Column {
    const byte = this.#samples[kind] ?? 0;
    const { leaving, staying, floating } = this.#cells;
    const restart = byte === SLASH && floating.length > 0 ? this.#restart : null;
    const column = { leave: this.#findCells(leaving, byte), stay: this.#findCells(staying, byte), restart };
    this.#columns[kind] = column;
    return column;
  }

  #findCells(cellsOf: Cells["leaving"], byte: number): Bits {
    const bits = this.#toBits([]);
    for (const [label, cells] of cellsOf) {
      const isIn = typeof label === "number" ? label === byte : hasByte(label, byte);
      if (isIn) for (const cell of cells) setBit(bits, cell);
    }
    return bits;
  }

  #toBits(cells: Iterable<number>): Bits {
    const bits = new Int32Array(Math.ceil(this.#cells.count / 32));
    for (const cell of cells) setBit(bits, cell);
    return bits;
  }
}

function setBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function hasBit(bits: Bits, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}
