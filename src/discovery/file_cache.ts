// Caches what was made of small files until the file changes, within a bound.

import { runNow, type Steps } from "../workspace/call_clock.ts";
import type { FileStamp } from "../workspace/types.ts";
import type { SlicedLook, Workbench } from "./interruptible.ts";
import type { RuleSource, RulesFault } from "./rule_file_reader.ts";

// A file can change again within one tick of the clock without showing it. The coarsest clock that is in use (FAT) has two seconds.
const TICK_MS = 2000;
// Guesses: some thousand ignore files of ordinary size, or two of the largest.
const MAX_WEIGHT = 8 * 1024 * 1024;
const ENTRY_WEIGHT = 512;
// Takes a millisecond or two, whatever is in it.
const SMALL_BYTES = 8192;
const NOTHING = new Uint8Array(0);

interface Kept<T> {
  readonly stamp: string;
  readonly value: T;
  readonly weight: number;
}

export type Loaded<T> = { readonly fault: null; readonly value: T } | { readonly fault: RulesFault };

export interface FileCacheOptions<T> {
  /** Where large files are left for later if the caller has a clock. Default: everything is made at once. */
  readonly bench?: Workbench;
  /** How much of the cache a value takes. Default: the size of its file. */
  readonly weigh?: (value: T) => number;
}

export class FileCache<T> {
  readonly #make: (bytes: Uint8Array) => Steps<T>;
  readonly #options: FileCacheOptions<T>;
  readonly #kept = new Map<string, Kept<T>>();
  readonly #finished = new WeakMap<SlicedLook, Map<string, Loaded<T>>>();
  #weight = 0;

  constructor(make: (bytes: Uint8Array) => Steps<T>, options: FileCacheOptions<T> = {}) {
    this.#make = make;
    this.#options = options;
  }

  /** One look at the file; it is read only if it is not the one that is known. */
  get(source: RuleSource): Loaded<T> {
    const { key } = source;
    const look = this.#options.bench?.look ?? null;
    const finished = look && this.#finished.get(look)?.get(key);
    if (finished) return finished;
    const known = this.#kept.get(key);
    const reading = source.read(known?.stamp);
    if (reading.fault === null && reading.bytes === null && known !== undefined) {
      // Moved to the end: the first are dropped first.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return { fault: null, value: known.value };
    }
    this.#drop(key);
    if (reading.fault !== null) return { fault: reading.fault };
    return this.#makeFrom(reading.bytes ?? NOTHING, reading.stamp, key);
  }

  #makeFrom(bytes: Uint8Array, stamp: FileStamp, key: string): Loaded<T> {
    const isSettled = Date.now() - stamp.changedMs > TICK_MS;
    const conclude = (value: T): Loaded<T> => {
      const weight = this.#options.weigh?.(value) ?? bytes.length;
      if (isSettled) this.#keep(key, { stamp: stamp.id, value, weight });
      return { fault: null, value };
    };
    const steps = this.#make(bytes);
    const { bench } = this.#options;
    const look = bench?.look ?? null;
    const isForNow = look === null || (bytes.length <= SMALL_BYTES && !look.clock.isDue());
    if (bench === undefined || isForNow) return conclude(runNow(steps));
    return bench.interrupt(look, steps, (value) => this.#hand(look, key, conclude(value)));
  }

  #hand(look: SlicedLook, key: string, loaded: Loaded<T>): void {
    const finished = this.#finished.get(look) ?? new Map<string, Loaded<T>>();
    this.#finished.set(look, finished.set(key, loaded));
  }

  #keep(key: string, entry: Kept<T>): void {
    this.#drop(key);
    this.#kept.set(key, entry);
    this.#weight += entry.weight + ENTRY_WEIGHT;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= MAX_WEIGHT) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#kept.get(key);
    if (entry === undefined) return;
    this.#kept.delete(key);
    this.#weight -= entry.weight + ENTRY_WEIGHT;
  }
}
