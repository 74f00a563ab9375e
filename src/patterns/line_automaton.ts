// Runs a regular expression over the bytes of lines. The states that come up and where symbols lead from them are remembered in one flat
// table, within a bound. While more new states come up than old ones, every step is made anew (line_steps.ts).

import { readSymbol } from "./char_reader.ts";
import type { LineSteps } from "./line_steps.ts";
import { END } from "./symbols.ts";

/** In bytes, for the states of one automaton. A guess. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_STATES = 4096;
/** How many bytes must have been read for each state remembered. Learning a state costs as much as some steps. */
const READS_PER_STATE = 8;

/** What `advance` costs where the next state is known. */
const KNOWN_COST = 8;

const UNKNOWN = -1;
/** No state: the cells are in `#bits`. */
const NONE = -1;

/** Where a run of the automaton has stopped. */
export interface LineProgress {
  readonly bits: Int32Array;
  readonly kind: number;
}

export type Outcome = "match" | "end" | "paused";

export class LineAutomaton {
  /** Where `run` has stopped; at a match, the symbol that came after it. */
  at = 0;
  /** How much more work may be done before a pause, measured in bytes read by the table. */
  steps = 0;
  readonly #machine: LineSteps;
  readonly #restarts: boolean;
  readonly #width: number;
  readonly #maxStates: number;
  /** What one step costs, in such bytes. */
  readonly #stepCost: number;
  // A row for each state, a column for each symbol: the next state's row, UNKNOWN, or -2 - row if a match was complete before the symbol.
  #table: Int32Array;
  #store: Int32Array;
  readonly #kinds: number[] = [];
  readonly #rows = new Map<string, number>();
  readonly #bits: Int32Array;
  readonly #keyBytes: Buffer;
  #kind = 0;
  #row = NONE;
  /** Of the start of a line, while it is remembered. */
  #startRow = NONE;
  #reads = 0;
  #rest = 0;

  /** With `restarts`, a match may begin at any place. */
  constructor(machine: LineSteps, restarts: boolean) {
    this.#machine = machine;
    this.#restarts = restarts;
    this.#width = machine.symbols.count;
    this.#stepCost = 100 + 30 * machine.words;
    this.#maxStates = Math.max(8, Math.min(MAX_STATES, Math.floor(MAX_BYTES / (this.#width * 4 + machine.words * 8))));
    this.#table = new Int32Array(8 * this.#width).fill(UNKNOWN);
    this.#store = new Int32Array(8 * machine.words);
    this.#bits = new Int32Array(machine.words);
    this.#keyBytes = Buffer.from(this.#bits.buffer);
    this.start();
  }

  /** At the start of a line. */
  start(): void {
    if (this.#startRow === NONE) {
      this.startBehind(END);
      this.#startRow = this.#row;
    } else this.#row = this.#startRow;
  }

  /** Within a line, behind this symbol. */
  startBehind(symbol: number): void {
    this.#bits.fill(0);
    this.#bits[0] = 1;
    this.#kind = this.#machine.kindAfter(symbol);
    this.#row = this.#remember();
  }

  /** Of runs that are interrupted by others. */
  save(): LineProgress {
    this.#load(this.#row);
    return { bits: this.#bits.slice(), kind: this.#kind };
  }

  resume({ bits, kind }: LineProgress): void {
    this.#bits.set(bits);
    this.#kind = kind;
    this.#row = this.#remember();
  }

  /** Without `restarts`: whether no match can become complete any more. */
  get isDead(): boolean {
    const { words } = this.#machine;
    const [bits, first] = this.#row === NONE ? [this.#bits, 0] : [this.#store, (this.#row / this.#width) * words];
    for (let word = first; word < first + words; word++) if (bits[word] !== 0) return false;
    return true;
  }

  /** Up to `stop`, at most. */
  run(content: Uint8Array, from: number, stop: number): Outcome {
    const { symbols } = this.#machine;
    let at = from;
    for (;;) {
      if (this.#row !== NONE) {
        const begin = at;
        // Known to be a whole number: on Node, the loop otherwise takes 6 ns for a byte instead of 2.5.
        at = this.#follow(content, at, Math.min(stop, at + this.steps) | 0);
        this.steps -= at - begin;
        this.#reads += at - begin;
      }
      this.at = at;
      if (at >= stop) return "end";
      if (this.steps <= 0) return "paused";
      const read = readSymbol(symbols, content, at);
      if (this.advance(read >>> 3)) return "match";
      at += read & 7;
    }
  }

  /** As long as the table says where bytes lead. Written for the compilers: a destructuring here makes Bun three times slower. */
  #follow(content: Uint8Array, from: number, limit: number): number {
    const table = this.#table;
    const ofByte = this.#machine.symbols.ofByte;
    let at = from;
    let row = this.#row;
    while (at < limit) {
      const next = table[row + (ofByte[content[at] as number] as number)] as number;
      if (next < 0) break;
      row = next;
      at++;
    }
    this.#row = row;
    return at;
  }

  /** Reads one symbol. Returns whether a match was complete before it. */
  advance(symbol: number): boolean {
    const row = this.#row;
    this.#reads += 1;
    if (row >= 0) {
      const next = this.#table[row + symbol] as number;
      if (next !== UNKNOWN) {
        this.steps -= KNOWN_COST;
        this.#row = next >= 0 ? next : -2 - next;
        return next < 0;
      }
      this.#load(row);
    }
    this.steps -= this.#stepCost;
    const isMatch = this.#machine.step(this.#bits, this.#kind, symbol);
    this.#kind = this.#machine.kindAfter(symbol);
    if (symbol === END) this.#bits.fill(0);
    if (this.#restarts || symbol === END) this.#bits[0] = (this.#bits[0] as number) | 1;
    const count = this.#rows.size;
    this.#row = this.#remember();
    // If it has become less, all states were forgotten.
    if (row >= 0 && this.#row >= 0 && this.#rows.size >= count) {
      this.#table[row + symbol] = isMatch ? -2 - this.#row : this.#row;
    }
    return isMatch;
  }

  #load(row: number): void {
    if (row === NONE) return;
    const { words } = this.#machine;
    const state = row / this.#width;
    for (let word = 0; word < words; word++) this.#bits[word] = this.#store[state * words + word] as number;
    this.#kind = this.#kinds[state] as number;
  }

  /** The row of the state that `#bits` and `#kind` are. */
  #remember(): number {
    if (this.#rest > 0) {
      this.#rest -= 1;
      // Only what is read with the table says whether it is of use.
      this.#reads = 0;
      return NONE;
    }
    const key = String.fromCharCode(this.#kind) + this.#keyBytes.toString("latin1");
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    if (this.#rows.size === this.#maxStates && !this.#forget()) return NONE;
    const state = this.#rows.size;
    this.#grow(state + 1);
    this.#store.set(this.#bits, state * this.#machine.words);
    this.#kinds[state] = this.#kind;
    this.#rows.set(key, state * this.#width);
    return state * this.#width;
  }

  /** False if remembering was of too little use. */
  #forget(): boolean {
    const wasOfUse = this.#reads >= READS_PER_STATE * this.#maxStates;
    this.#rows.clear();
    this.#startRow = NONE;
    this.#table.fill(UNKNOWN);
    this.#rest = wasOfUse ? 0 : READS_PER_STATE * this.#maxStates;
    this.#reads = 0;
    return wasOfUse;
  }

  #grow(states: number): void {
    const { words } = this.#machine;
    if (states * this.#width <= this.#table.length) return;
    const capacity = Math.min(states * 2, this.#maxStates);
    const [table, store] = [this.#table, this.#store];
    this.#table = new Int32Array(capacity * this.#width).fill(UNKNOWN);
    this.#table.set(table);
    this.#store = new Int32Array(capacity * words);
    this.#store.set(store);
  }
}
