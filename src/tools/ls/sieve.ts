// Takes the entries of a directory as they are read, counts what is ignored, and keeps the first ones of the rest, links by what they
// lead to. Leaves to listing.ts what has to wait.

import { busyFailure, ToolError } from "../../errors.ts";
import { compareUtf16, textToRaw } from "../../workspace/names.ts";
import { isUnsettled } from "../../workspace/pace.ts";
import type { Entry, Metadata } from "../../workspace/types.ts";
import { First } from "./first.ts";
import { compareEntries } from "./order.ts";
import type { Judge } from "./verdicts.ts";

export interface Found {
  readonly raw: string;
  readonly name: string;
  /** Of a link: whether it leads to one. */
  readonly isDirectory: boolean;
  /** Of what a link leads to; null for anything else, which has not been looked at. */
  readonly metadata: Metadata | null;
}

export interface SieveOptions {
  readonly judge: Judge;
  /** Whether the caller's globs leave out a name. */
  readonly isLeftOut: (name: string) => boolean;
  /** Of what the link of that name leads to. Throws where it leads nowhere, and where that cannot be said yet. */
  readonly lookBehind: (name: string) => Metadata;
  /** How many are kept. */
  readonly limit: number;
}

// A guess. Links are unsettled while somebody changes something on their way, so many are not to be expected.
const MAX_UNSETTLED = 10_000;

export class Sieve {
  readonly first: First<Found>;
  /** Links that have to be looked at again a little later. */
  readonly unsettled: Entry[] = [];
  isEmpty = true;
  gitIgnoredCount = 0;
  geminiIgnoredCount = 0;
  readonly #options: SieveOptions;
  #portion: Entry[] = [];
  #failure: { readonly error: unknown } | null = null;

  constructor(options: SieveOptions) {
    this.#options = options;
    this.first = new First(options.limit, compareFound);
  }

  /** Never throws, for its caller takes a failure for one of the disk; `finish` tells it. False: the directory need not keep it. */
  take({ raw, name, kind }: Entry): false {
    this.isEmpty = false;
    // A copy: the listing uses one object for all of them.
    this.#portion.push({ raw, name, kind });
    if (this.#portion.length >= this.#options.judge.portion) this.#sift();
    return false;
  }

  finish(): void {
    this.#sift();
    if (this.#failure !== null) throw this.#failure.error;
  }

  offer({ raw, name, kind }: Entry, metadata: Metadata | null): void {
    this.first.offer({ raw, name, isDirectory: (metadata?.kind ?? kind) === "directory", metadata });
  }

  #sift(): void {
    const entries = this.#portion;
    this.#portion = [];
    if (entries.length === 0 || this.#failure !== null) return;
    try {
      const { kept, gitIgnoredCount, geminiIgnoredCount } = this.#options.judge.ask(entries);
      this.gitIgnoredCount += gitIgnoredCount;
      this.geminiIgnoredCount += geminiIgnoredCount;
      for (const entry of kept) if (!this.#options.isLeftOut(entry.name)) this.#find(entry);
    } catch (error) {
      this.#failure = { error };
    }
  }

  #find(entry: Entry): void {
    if (entry.kind !== "symlink") {
      this.offer(entry, null);
      return;
    }
    // A name that is not UTF-8 cannot be asked for by its text; what has that text as its name is something else.
    if (textToRaw(entry.name) !== entry.raw) return;
    try {
      this.offer(entry, this.#options.lookBehind(entry.name));
    } catch (error) {
      if (isUnsettled(error)) this.#putAside(entry);
      else if (!isOnlyThisEntry(error)) throw error;
    }
  }

  #putAside(entry: Entry): void {
    if (this.unsettled.length >= MAX_UNSETTLED) throw busyFailure(entry.name, "too many links changed; try again");
    this.unsettled.push(entry);
  }
}

export function compareFound(a: Found, b: Found): number {
  return compareEntries(a, b) || compareUtf16(a.raw, b.raw);
}

/** Not a cancelled call, nor a lack of time or descriptors: those would leave out any number of entries unseen. */
export function isOnlyThisEntry(error: unknown): boolean {
  return ToolError.isInstance(error) && error.kind !== "Cancelled" && !error.retriable;
}
