// Caches values derived from small files, up to a size limit. A file is read again unless its stamp proves that it is the same; a value is
// derived again only if the bytes differ.

import type { Steps } from "../disk/steps.ts";
import type { FileStamp, Folder } from "../disk/types.ts";
import type { RuleSource, RulesFault } from "./rule_file_reader.ts";

// Two changes within one tick of the file system's clock look the same. The coarsest clock in use (FAT) has two seconds.
const TICK_MS = 2000;
// A guess: some thousand ordinary ignore files, or two of the largest.
const MAX_WEIGHT = 10 * 1024 * 1024;
const ENTRY_WEIGHT = 512;
const NOTHING = new Uint8Array(0);

/** A stamp that proves that the file is the same. */
interface Proof {
  readonly id: string;
  /** The folder through which it was read, because another one may be on another disk with the same numbers. */
  readonly folder: Folder;
}

interface Kept<T> {
  /** Null: the file is read each time. */
  readonly proof: Proof | null;
  readonly bytes: Uint8Array;
  readonly value: T;
  readonly weight: number;
}

export type Loaded<T> = { readonly fault: null; readonly value: T } | { readonly fault: RulesFault };

export interface FileCacheOptions<T> {
  /** The weight of a value in the cache, besides its file. Default: none. */
  readonly weigh?: (value: T) => number;
  /** Whether to read the file each time: a program that writes through a memory map may change it without a trace. Default: false. */
  readonly readsAlways?: boolean;
}

export class FileCache<T> {
  readonly #make: (bytes: Uint8Array) => Steps<T>;
  readonly #options: FileCacheOptions<T>;
  readonly #kept = new Map<string, Kept<T>>();
  #weight = 0;

  constructor(make: (bytes: Uint8Array) => Steps<T>, options: FileCacheOptions<T> = {}) {
    this.#make = make;
    this.#options = options;
  }

  /** Looks at the file once, and reads it unless it is known to be the same. */
  *get({ key, folder, read }: RuleSource): Steps<Loaded<T>> {
    const known = this.#kept.get(key);
    const reading = yield* read(known?.proof?.folder === folder ? known.proof.id : undefined);
    if (reading.fault !== null) {
      this.#drop(key);
      return { fault: reading.fault };
    }
    const proof = this.#toProof(reading.stamp, folder);
    const bytes = reading.bytes ?? known?.bytes ?? NOTHING;
    if (known === undefined || Buffer.compare(bytes, known.bytes) !== 0)
      return yield* this.#makeFrom(bytes, proof, key);
    // Also moves it to the end, because the first entries are dropped first.
    this.#keep(key, { ...known, proof });
    return { fault: null, value: known.value };
  }

  /** An open folder keeps its disk mounted, so a stamp of that disk means the same file. A later mount may reuse the numbers of any other. */
  #toProof({ id, changedMs, device }: FileStamp, folder: Folder): Proof | null {
    const isTelling = this.#options.readsAlways !== true && device === folder.device;
    return isTelling && Date.now() - changedMs > TICK_MS ? { id, folder } : null;
  }

  *#makeFrom(bytes: Uint8Array, proof: Proof | null, key: string): Steps<Loaded<T>> {
    this.#drop(key);
    const value = yield* this.#make(bytes);
    const weight = bytes.length + (this.#options.weigh?.(value) ?? 0);
    // A copy, because small buffers are parts of larger ones.
    this.#keep(key, { proof, bytes: new Uint8Array(bytes), value, weight });
    return { fault: null, value };
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
