// Remembers the states that an automaton has been in and where each byte led from them, within a bound. A text that takes a known
// way costs one look-up per byte. If it fills up too quickly to be of use, it rests for a while and the caller goes without it.

/** No state: what is asked for is not known. */
export const NONE = -1;

// In numbers of four bytes: for one automaton and for all. Guesses: 1,000 states of ordinary ignore files take 60,000.
const MAX_OWN = 1 << 18;
const MAX_SHARED = 1 << 21;
const FIRST_CAPACITY = 16;
/** How many bytes must have been read for each state remembered. Learning a state costs as much as three bytes without the cache. */
const READS_PER_STATE = 8;

const filled = new Set<StateCache>();
let shared = 0;

export class StateCache {
  /** Changes when all states are forgotten. */
  era = 0;
  /** Bytes read since then. */
  reads = 0;
  /** The next state, by state * kinds + kind of byte. */
  next = new Int32Array(0);
  /** Two numbers that the automaton notes about each state; NONE at first. */
  notes = new Int32Array(0);
  readonly kinds: number;
  readonly #words: number;
  readonly #maxStates: number;
  readonly #byHash = new Map<number, number>();
  #bits = new Int32Array(0);
  /** Another state with the same hash. */
  #sibling = new Int32Array(0);
  #count = 0;
  #capacity = 0;
  #rest = 0;

  constructor(words: number, kinds: number) {
    this.#words = words;
    this.kinds = kinds;
    this.#maxStates = Math.max(FIRST_CAPACITY, Math.floor(MAX_OWN / this.#sizeOf(1)));
  }

  /** The state that `kind` leads to from `from`, given its bits; NONE while the cache rests. */
  learn(from: number, kind: number, bits: Int32Array): number {
    const { era } = this;
    const to = this.intern(bits);
    if (from !== NONE && to !== NONE && era === this.era) this.next[from * this.kinds + kind] = to;
    return to;
  }

  intern(bits: Int32Array): number {
    if (this.#rest > 0) {
      this.#rest -= 1;
      return NONE;
    }
    const hash = hashBits(bits);
    for (let state = this.#byHash.get(hash) ?? NONE; state !== NONE; state = this.#sibling[state] ?? NONE) {
      if (this.#isState(state, bits)) return state;
    }
    if (this.#count === this.#capacity && !this.#makeRoom()) return NONE;
    const state = this.#count;
    this.#count += 1;
    this.#bits.set(bits, state * this.#words);
    this.#sibling[state] = this.#byHash.get(hash) ?? NONE;
    this.#byHash.set(hash, state);
    return state;
  }

  copyBits(state: number, to: Int32Array): void {
    const start = state * this.#words;
    for (let word = 0; word < to.length; word++) to[word] = this.#bits[start + word] ?? 0;
  }

  #isState(state: number, bits: Int32Array): boolean {
    const start = state * this.#words;
    for (let word = 0; word < bits.length; word++) if (this.#bits[start + word] !== bits[word]) return false;
    return true;
  }

  #makeRoom(): boolean {
    if (this.#capacity === this.#maxStates) {
      const wasOfUse = this.reads >= READS_PER_STATE * this.#maxStates;
      this.#forget();
      this.#rest = wasOfUse ? 0 : READS_PER_STATE * this.#maxStates;
      return wasOfUse;
    }
    const capacity = Math.min(this.#maxStates, Math.max(FIRST_CAPACITY, this.#capacity * 2));
    if (shared + this.#sizeOf(capacity) > MAX_SHARED) for (const cache of filled) cache.#release();
    this.#resize(capacity);
    return true;
  }

  #forget(): void {
    this.era += 1;
    this.reads = 0;
    this.#count = 0;
    this.#byHash.clear();
    this.next.fill(NONE);
    this.notes.fill(NONE);
  }

  #release(): void {
    this.#resize(0);
    this.#forget();
  }

  #resize(capacity: number): void {
    shared += this.#sizeOf(capacity) - this.#sizeOf(this.#capacity);
    if (capacity === 0) filled.delete(this);
    else filled.add(this);
    this.#capacity = capacity;
    this.next = resize(this.next, capacity * this.kinds);
    this.notes = resize(this.notes, capacity * 2);
    this.#bits = resize(this.#bits, capacity * this.#words);
    this.#sibling = resize(this.#sibling, capacity);
  }

  #sizeOf(states: number): number {
    return states * (this.kinds + this.#words + 3);
  }
}

function resize(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(from.subarray(0, length));
  return to.fill(NONE, Math.min(from.length, length));
}

function hashBits(bits: Int32Array): number {
  let hash = 0;
  for (let word = 0; word < bits.length; word++) {
    hash = Math.imul(hash ^ (bits[word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
