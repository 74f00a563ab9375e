// Remembers the states that an automaton has been in and where each byte led from them, within a bound. If it fills up too quickly to be
// of use, it rests for a while and the automaton goes without it.

// Ordinary ignore files and names have less than a hundred. Where there are many more, they hardly ever come up again.
const MAX_STATES = 512;
// In bytes, for one automaton and for all. Guesses.
const MAX_OWN = 4 * 1024 * 1024;
const MAX_SHARED = 16 * 1024 * 1024;
/** Of a state with many ways on, besides its bits. */
const STATE_BYTES = 2048;
/** How many bytes must have been read for each state remembered. Learning a state costs as much as three bytes without the cache. */
const READS_PER_STATE = 8;

export class State {
  readonly bits: Int32Array;
  /** The next state, by byte. */
  next: (State | undefined)[] = [];
  /** The last rule that matches if the text ends here: a file, a directory. */
  readonly found: [number?, number?] = [];
  isRemembered = false;

  constructor(bits: Int32Array) {
    this.bits = bits;
  }
}

/** Those that hold states. One that nobody uses any more may go; its states are counted until all forget. */
const filled = new Set<WeakRef<StateCache>>();
let shared = 0;

function forgetAll(): void {
  for (const cache of filled) cache.deref()?.forget();
  filled.clear();
  shared = 0;
}

export class StateCache {
  /** Bytes read since all states were forgotten. */
  reads = 0;
  readonly #states = new Map<string, State>();
  readonly #stateBytes: number;
  readonly maxStates: number;
  readonly #ref = new WeakRef<StateCache>(this);
  #rest = 0;

  constructor(words: number) {
    this.#stateBytes = STATE_BYTES + words * 8;
    this.maxStates = Math.min(MAX_STATES, Math.ceil(MAX_OWN / this.#stateBytes));
  }

  /** The state that has these bits; null while the cache rests. */
  get(bits: Int32Array): State | null {
    if (this.#rest > 0) {
      this.#rest -= 1;
      return null;
    }
    const key = Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString("latin1");
    return this.#states.get(key) ?? this.#remember(key, bits);
  }

  #remember(key: string, bits: Int32Array): State | null {
    if (this.#states.size === this.maxStates) {
      const wasOfUse = this.reads >= READS_PER_STATE * this.maxStates;
      this.forget();
      this.#rest = wasOfUse ? 0 : READS_PER_STATE * this.maxStates;
      if (!wasOfUse) return null;
    }
    if (shared + this.#stateBytes > MAX_SHARED) forgetAll();
    shared += this.#stateBytes;
    filled.add(this.#ref);
    const state = new State(bits.slice());
    state.isRemembered = true;
    this.#states.set(key, state);
    return state;
  }

  /** Whoever still holds a state keeps no other states alive with it. */
  forget(): void {
    for (const state of this.#states.values()) [state.next, state.isRemembered] = [[], false];
    shared -= this.#states.size * this.#stateBytes;
    this.#states.clear();
    this.reads = 0;
    filled.delete(this.#ref);
  }
}
