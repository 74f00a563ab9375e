// The sets of characters of a pattern. Parsing only says how they are made; a set is computed when it is first needed, and only
// once, however often the pattern repeats it.

import { type CharSet, joinRanges } from "./char_sets.ts";
import type { Work } from "./work.ts";

/** Looking for all characters that are equal if case is ignored costs as much as joining so many ranges. */
const FOLD_WORK = 150;

/** How a set is made. */
interface Making {
  /** Other sets of which it is made. */
  readonly sources?: readonly LazySet[];
  /** Whether it is their union and nothing else. */
  readonly isUnion?: boolean;
  /** Whether case is ignored in many characters. */
  readonly folds?: boolean;
}

export class LazySet {
  /** The number of ranges from which it is made. */
  readonly weight: number;
  /** The sets that it unites: only itself, unless it is a union. */
  readonly parts: readonly LazySet[];
  readonly #make: () => CharSet;
  readonly #making: Making;
  #ranges: CharSet | undefined;

  constructor(weight: number, make: () => CharSet, making: Making = {}) {
    const { sources = [], isUnion = false } = making;
    this.weight = weight;
    this.parts = isUnion ? sources : [this];
    this.#make = make;
    this.#making = making;
  }

  static of(ranges: CharSet): LazySet {
    return new LazySet(ranges.length, () => ranges);
  }

  get ranges(): CharSet {
    this.#ranges ??= this.#make();
    return this.#ranges;
  }

  /** The ranges are then known. Yields the work, in ranges joined. */
  *compute(): Work<void> {
    if (this.#ranges !== undefined) return;
    const { sources = [], folds = false } = this.#making;
    for (const source of sources) yield* source.compute();
    this.#ranges = this.#make();
    yield this.weight + (folds ? FOLD_WORK : 0);
  }
}

interface Origin {
  readonly id: number;
  readonly from: number;
}

/** All sets of a pattern. */
export class LazySets {
  readonly #known = new Map<string, LazySet>();
  readonly #origins = new Map<LazySet, Origin>();

  /** `key` distinguishes the set from all others of the pattern; `from` is where it is written. */
  find(key: string, from: number, make: () => LazySet): LazySet {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const set = make();
    this.#known.set(key, set);
    if (!this.#origins.has(set)) this.#origins.set(set, { id: this.#origins.size, from });
    return set;
  }

  unite(sets: readonly LazySet[], from: number): LazySet {
    const parts = [...new Set(sets.flatMap((set) => set.parts))];
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const ids = parts.map((part) => this.#origins.get(part)?.id);
    const weight = parts.reduce((sum, part) => sum + part.weight, 0);
    const join = () => joinRanges(parts.flatMap((part) => part.ranges));
    return this.find(`union ${ids.join()}`, from, () => new LazySet(weight, join, { sources: parts, isUnion: true }));
  }

  /** Where the set is written first. */
  findStart(set: LazySet): number {
    return this.#origins.get(set)?.from ?? 0;
  }
}
