// Caches values derived from small files until the file changes, up to a size limit.

import { runNow, type Steps } from "../workspace/call_clock.ts";
import type { FileStamp } from "../workspace/types.ts";
import type { SlicedLook, Workbench } from "./interruptible.ts";
import type { RuleSource, RulesFault } from "./rule_file_reader.ts";

// Two changes within one tick of the file system's clock look the same. The coarsest clock in use (FAT) has two seconds.
const TICK_MS = 2000;
// A guess: some thousand ordinary ignore files, or two of the largest.
const MAX_WEIGHT = 8 * 1024 * 1024;
const ENTRY_WEIGHT = 512;
// Takes a millisecond or two, whatever it contains.
const SMALL_BYTES = 8192;
const NOTHING = new Uint8Array(0);

interface Kept<T> {
  readonly stamp: string;
  readonly value: T;
  readonly weight: number;
}

export type Loaded<T> = { readonly fault: null; readonly value: T } | { readonly fault: RulesFault };

export interface FileCacheOptions<T> {
  /** Postpones large files if the caller has a clock. Default: everything is processed at once. */
  readonly bench?: Workbench;
  /** The weight of a value in the cache. Default: the size of its file. */
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

  /** Looks at the file once, and reads it only if it has changed. */
  get(source: RuleSource): Loaded<T> {
    const { key } = source;
    const look = this.#options.bench?.look ?? null;
    const finished = look && this.#finished.get(look)?.get(key);
    if (finished) return finished;
    const known = this.#kept.get(key);
    const reading = source.read(known?.stamp);
    if (reading.fault === null && reading.bytes === null && known !== undefined) {
      // Moved to the end, because the first entries are dropped first.
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
