// The current state of an automaton, and a cache of states and transitions in one flat table of limited size. If the table fills up too
// quickly to help, caching pauses, and every step is computed. The automata define the steps.

// In bytes, for one automaton and for all. Guesses.
const MAX_OWN = 4 * 1024 * 1024;
const MAX_SHARED = 16 * 1024 * 1024;
/** If there are many more, they hardly ever recur. */
const MAX_STATES = 4096;
const FIRST_STATES = 8;
/** The number of symbols that must be read for each cached state. Adding a state costs as much as some steps. */
const READS_PER_STATE = 8;

/** Instead of a row: the state is not in the table. */
export const NONE = -1;
/** Instead of an entry. */
export const UNKNOWN = -1;

/** A state to return to, even if the table has been cleared meanwhile. */
export interface Progress {
  readonly bits: Int32Array;
  row: number;
  /** The era in which the row was valid. */
  era: number;
}

export function toProgress(bits: Int32Array): Progress {
  return { bits, row: NONE, era: 0 };
}

/** The tables with states. An unused one may be collected; its states count until all tables are cleared. */
const filled = new Set<WeakRef<StateTable>>();
let shared = 0;

function forgetAll(): void {
  for (const table of filled) table.deref()?.forget();
  filled.clear();
  shared = 0;
}

const NOTHING = new Int32Array();

export abstract class StateTable {
  /** The row of the state. If NONE, the state is in `bits`. */
  row = NONE;
  readonly bits: Int32Array;
  // A row for each state, a column for each symbol: the next state's row, UNKNOWN, or -2 - row if a match was complete before the symbol.
  entries = NOTHING;
  /** Symbols read since the table was cleared. */
  reads = 0;
  readonly maxStates: number;
  readonly #width: number;
  readonly #stateBytes: number;
  readonly #ref = new WeakRef<StateTable>(this);
  readonly #rows = new Map<string, number>();
  /** The bits of all states in sequence. */
  #store = NOTHING;
  #era = 0;
  #rest = 0;

  /** For `width` symbols, and states of `words` words. */
  constructor(width: number, words: number) {
    this.#width = width;
    // Twice, because there is room for more states, and the bits are also a key.
    this.#stateBytes = 2 * 4 * (width + words);
    this.maxStates = Math.max(FIRST_STATES, Math.min(MAX_STATES, Math.floor(MAX_OWN / this.#stateBytes)));
    this.bits = new Int32Array(words);
  }

  /** `bits` are the state before a symbol, and are replaced by the one after it. Returns whether a match was complete before the symbol. */
  protected abstract step(symbol: number): boolean;

  /** Whether the first `words` words have no bit set. */
  isClear(words: number): boolean {
    const [bits, first] = this.row === NONE ? [this.bits, 0] : [this.#store, this.#place(this.row)];
    for (let word = first; word < first + words; word++) if (bits[word] !== 0) return false;
    return true;
  }

  /** Loads the state into `bits`. */
  load(): void {
    if (this.row === NONE) return;
    const first = this.#place(this.row);
    for (let word = 0; word < this.bits.length; word++) this.bits[word] = this.#store[first + word] as number;
  }

  save(): Progress {
    this.load();
    return { bits: this.bits.slice(), row: this.row, era: this.#era };
  }

  resume(progress: Progress): void {
    if (progress.row !== NONE && progress.era === this.#era) {
      this.row = progress.row;
      return;
    }
    this.bits.set(progress.bits);
    this.#remember();
    [progress.row, progress.era] = [this.row, this.#era];
  }

  /** Reads one symbol. Returns whether a match was complete before it. */
  read(symbol: number): boolean {
    const next = this.row === NONE ? UNKNOWN : (this.entries[this.row + symbol] as number);
    if (next === UNKNOWN) return this.learn(symbol);
    this.row = next >= 0 ? next : -2 - next;
    return next < 0;
  }

  /** Reads a symbol whose entry is unknown. Returns whether a match was complete before it. */
  learn(symbol: number): boolean {
    const [from, era] = [this.row, this.#era];
    this.load();
    const isMatch = this.step(symbol);
    this.#remember();
    const isKept = from !== NONE && this.row !== NONE && this.#era === era;
    if (isKept) this.entries[from + symbol] = isMatch ? -2 - this.row : this.row;
    return isMatch;
  }

  /** Finds or adds the row of the state in `bits`. */
  #remember(): void {
    this.row = NONE;
    if (this.#rest > 0) {
      this.#rest -= 1;
      // Only symbols read with the table tell whether it helps.
      this.reads = 0;
      return;
    }
    const key = Buffer.from(this.bits.buffer).toString("latin1");
    this.row = this.#rows.get(key) ?? this.#add(key);
  }

  #add(key: string): number {
    if (this.#rows.size === this.maxStates) this.forget();
    else if (shared + this.#stateBytes > MAX_SHARED) forgetAll();
    if (this.#rest > 0) return NONE;
    shared += this.#stateBytes;
    filled.add(this.#ref);
    const row = this.#rows.size * this.#width;
    if (row === this.entries.length) this.#grow();
    this.#store.set(this.bits, this.#place(row));
    this.#rows.set(key, row);
    return row;
  }

  #grow(): void {
    const states = Math.min(Math.max(FIRST_STATES, 2 * this.#rows.size), this.maxStates);
    const [entries, store] = [this.entries, this.#store];
    this.entries = new Int32Array(states * this.#width).fill(UNKNOWN);
    this.entries.set(entries);
    this.#store = new Int32Array(states * this.bits.length);
    this.#store.set(store);
  }

  #place(row: number): number {
    return (row / this.#width) * this.bits.length;
  }

  /** Clears the table. If it helped too little, caching pauses for a while. */
  forget(): void {
    const count = this.#rows.size;
    this.load();
    this.row = NONE;
    if (this.reads < READS_PER_STATE * count) this.#rest = READS_PER_STATE * count;
    [this.#store, this.entries, this.reads] = [NOTHING, NOTHING, 0];
    this.#rows.clear();
    this.#era += 1;
    shared -= count * this.#stateBytes;
    filled.delete(this.#ref);
  }
}
