// What was made of small files, kept until the file is another one or has changed, and within a bound.
// Leaves reading to rule_files.ts, and what is made of the bytes to whoever owns the cache.

import type { RulesFault } from "../workspace/rules_outside.ts";
import type { RuleReader, Spot } from "./rule_files.ts";

// A file can change again within one tick of the clock without showing it. The coarsest clock that is in use (FAT) has two seconds.
const TICK_MS = 2000;
// Guesses: some thousand ignore files of ordinary size, or four of the largest.
const MAX_WEIGHT = 4 * 1024 * 1024;
const ENTRY_WEIGHT = 512;

interface Kept<T> {
  readonly stamp: string;
  readonly value: T;
  readonly sizeBytes: number;
}

export type Loaded<T> =
  | { readonly fault: null; readonly value: T; readonly sizeBytes: number }
  | { readonly fault: RulesFault };

export class FileCache<T> {
  readonly #make: (bytes: Uint8Array) => T;
  readonly #kept = new Map<string, Kept<T>>();
  #weight = 0;

  constructor(make: (bytes: Uint8Array) => T) {
    this.#make = make;
  }

  /** One look at the file; it is read only if it is not the one that is known. */
  get(files: RuleReader, spot: Spot): Loaded<T> {
    const key = `${spot.zone}:${spot.raw}`;
    const glance = files.glance(spot);
    if (glance === null) {
      this.#drop(key);
      return { fault: "missing" };
    }
    const known = this.#kept.get(key);
    if (known?.stamp === glance.stamp) {
      // Moved to the end: the first are dropped first.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return { fault: null, value: known.value, sizeBytes: known.sizeBytes };
    }
    this.#drop(key);
    return this.#read(files, spot, key);
  }

  #read(files: RuleReader, spot: Spot, key: string): Loaded<T> {
    const reading = files.read(spot);
    if (reading.bytes === null) return { fault: reading.fault };
    const { bytes, glance } = reading;
    const value = this.#make(bytes);
    if (Date.now() - glance.changedMs > TICK_MS) {
      this.#keep(key, { stamp: glance.stamp, value, sizeBytes: bytes.length });
    }
    return { fault: null, value, sizeBytes: bytes.length };
  }

  #keep(key: string, entry: Kept<T>): void {
    this.#kept.set(key, entry);
    this.#weight += entry.sizeBytes + ENTRY_WEIGHT;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= MAX_WEIGHT) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#kept.get(key);
    if (entry === undefined) return;
    this.#kept.delete(key);
    this.#weight -= entry.sizeBytes + ENTRY_WEIGHT;
  }
}
