// Matches a text against many patterns at once, in one pass over its bytes, whatever the patterns: no backtracking. It can stop after
// any byte and go on later.
//
// Every cell of every pattern is one bit. A byte moves all bits of a word in a few operations, so a byte costs at most (cells / 32).
// The states that come up are remembered (state_cache.ts): a byte that was met in the same state before costs one look-up.

import { hasBit, SLASH, setBit } from "./bytes.ts";
import { Cells, type PatternRule } from "./cells.ts";
import { State, StateCache } from "./state_cache.ts";

type Bits = Int32Array;

/** How far the match of every pattern has come. */
export interface Progress {
  state: State;
}

/** The cells that a byte leads on from, and those where it stays. */
interface Column {
  readonly leave: Bits;
  readonly stay: Bits;
  /** Those of patterns that may begin behind it. */
  readonly restart: Bits;
}

export function compileRules(rules: readonly PatternRule[]): Automaton {
  const cells = new Cells();
  for (const rule of rules) cells.add(rule);
  return new Automaton(cells);
}

export class Automaton {
  readonly start: Progress;
  readonly #cells: Cells;
  readonly #columns: (Column | undefined)[] = [];
  readonly #optional: Bits;
  readonly #forks: Bits;
  readonly #ends: readonly [forFiles: Bits, forDirectories: Bits];
  readonly #restart: Bits;
  readonly #none: Bits;
  readonly #cache: StateCache;
  // One for all calls: a call never waits, so two never overlap.
  readonly #now: Bits;

  /** `cells` must not grow any more. */
  constructor(cells: Cells) {
    this.#cells = cells;
    this.#optional = this.#toBits(cells.optional);
    this.#forks = this.#toBits(cells.forks.keys());
    this.#ends = [this.#toBits(cells.fileEnds), this.#toBits(cells.ends.keys())];
    [this.#now, this.#none] = [this.#toBits([]), this.#toBits([])];
    this.#restart = this.#reach(cells.floating);
    this.start = { state: new State(this.#reach(cells.starts)) };
    this.#cache = new StateCache(this.#now.length);
  }

  /** Null when no pattern can match any longer. */
  advance(from: Progress, text: string): Progress | null {
    const state = this.#run(from, text) ?? new State(this.#now.slice());
    const isOver = this.#cells.floating.length === 0 && state.bits.every((word) => word === 0);
    return isOver ? null : { state };
  }

  /** The last rule that matches once `text` is read, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    if (text !== "" && !hasBit(this.#cells.lastBytes, text.charCodeAt(text.length - 1))) return -1;
    const state = this.#run(from, text);
    const side = isDirectory ? 1 : 0;
    if (state === null) return this.#findEnd(this.#now, side);
    const found = state.found[side] ?? this.#findEnd(state.bits, side);
    state.found[side] = found;
    return found;
  }

  /** The state after the text; if it is null, its bits are in `#now`. */
  #run(from: Progress, text: string): State | null {
    const cache = this.#cache;
    if (!from.state.isRemembered) from.state = cache.get(from.state.bits) ?? from.state;
    let state: State | null = from.state;
    cache.reads += text.length;
    for (let at = 0; at < text.length; at++) {
      const byte = text.charCodeAt(at);
      const known: State | undefined = state?.next[byte];
      if (known !== undefined) {
        state = known;
        continue;
      }
      if (state !== null) this.#now.set(state.bits);
      const isAlive = this.#step(this.#columns[byte] ?? this.#makeColumn(byte));
      const reached = cache.get(this.#now);
      if (reached !== null && state?.isRemembered) state.next[byte] = reached;
      state = reached;
      // Nothing can match before the next slash.
      if (!isAlive && state === null) at = text.indexOf("/", at + 1) - 1;
      if (at === -2) break;
    }
    return state;
  }

  // 1 leave: to the next cell. 2 stay. 3 restart: patterns that may begin here. 4 skip: optional cells that were just reached
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
      const after = reached | (before & (stay[word] ?? 0)) | (skipped << 1) | skipCarry | (restart[word] ?? 0);
      skipCarry = skipped >>> 31;
      now[word] = after;
      alive |= after;
    }
    if (this.#cells.forks.size > 0) this.#followForks();
    return alive !== 0;
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

  #findEnd(bits: Bits, side: 0 | 1): number {
    const ends = this.#ends[side];
    for (let word = bits.length - 1; word >= 0; word--) {
      const ended = (bits[word] ?? 0) & (ends[word] ?? 0);
      if (ended !== 0) return this.#cells.ends.get(word * 32 + 31 - Math.clz32(ended)) ?? -1;
    }
    return -1;
  }

  #makeColumn(byte: number): Column {
    const [leave, stay] = [this.#findCells(this.#cells.leaving, byte), this.#findCells(this.#cells.staying, byte)];
    const column = { leave, stay, restart: byte === SLASH ? this.#restart : this.#none };
    this.#columns[byte] = column;
    return column;
  }

  #findCells(cellsOf: Cells["leaving"], byte: number): Bits {
    const bits = this.#toBits([]);
    for (const [label, cells] of cellsOf) {
      const isIn = typeof label === "number" ? label === byte : hasBit(label, byte);
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
