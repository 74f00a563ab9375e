// Takes the entries of a directory as they are read, counts what is ignored, and keeps the first ones of the rest. Links are put aside,
// only so many at once: listing.ts follows them and offers what they lead to.

import { ToolError } from "../../errors.ts";
import { compareUtf16, textToRaw } from "../../workspace/names.ts";
import type { Entry, Metadata } from "../../workspace/types.ts";
import { FirstItems } from "./first_items.ts";
import type { IgnoreFilter } from "./ignored_entries.ts";
import { compareEntries } from "./order.ts";

export interface ListedEntry {
  readonly raw: string;
  readonly name: string;
  /** Of a link: whether it leads to one. */
  readonly isDirectory: boolean;
  /** Of what a link leads to; null for anything else, which has not been looked at. */
  readonly metadata: Metadata | null;
}

export interface SieveOptions {
  readonly judge: IgnoreFilter;
  /** Whether the caller's globs leave out a name. */
  readonly isLeftOut: (name: string) => boolean;
  /** How many are kept, and how many links are put aside at once. */
  readonly limit: number;
}

export class Sieve {
  readonly first: FirstItems<ListedEntry>;
  isEmpty = true;
  gitIgnoredCount = 0;
  geminiIgnoredCount = 0;
  readonly #options: SieveOptions;
  #portion: Entry[] = [];
  #links: FirstItems<Entry>;
  /** The raw name of the last link that has been drained; null while the directory is read for the first time. */
  #lastLink: string | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: SieveOptions) {
    this.#options = options;
    this.first = new FirstItems(options.limit, compareListed);
    this.#links = new FirstItems<Entry>(options.limit, compareRaw);
  }

  /** Never throws, for its caller takes a failure for one of the disk; `drainLinks` tells it. False: the directory need not keep it. */
  take({ raw, name, kind }: Entry): false {
    this.isEmpty = false;
    // Read again, it has only links to tell that were too many before.
    if (this.#lastLink !== null && (kind !== "symlink" || raw <= this.#lastLink)) return false;
    // A copy: the listing uses one object for all of them.
    this.#portion.push({ raw, name, kind });
    if (this.#portion.length >= this.#options.judge.portion) this.#sift();
    return false;
  }

  /** The links put aside, when the directory has been read. If there are `more`, it has to be read again. */
  drainLinks(): { readonly links: readonly Entry[]; readonly more: boolean } {
    this.#sift();
    if (this.#failure !== null) throw this.#failure.error;
    const { kept: links, left } = this.#links;
    this.#lastLink = links.at(-1)?.raw ?? "";
    this.#links = new FirstItems<Entry>(this.#options.limit, compareRaw);
    return { links, more: left > 0 };
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
      if (this.#lastLink === null) {
        this.gitIgnoredCount += gitIgnoredCount;
        this.geminiIgnoredCount += geminiIgnoredCount;
      }
      for (const entry of kept) if (!this.#options.isLeftOut(entry.name)) this.#find(entry);
    } catch (error) {
      this.#failure = { error };
    }
  }

  #find(entry: Entry): void {
    if (entry.kind !== "symlink") this.offer(entry, null);
    // A link whose name is not UTF-8 cannot be asked for by its text; what has that text as its name is something else.
    else if (textToRaw(entry.name) === entry.raw) this.#links.offer(entry);
  }
}

export function compareListed(a: ListedEntry, b: ListedEntry): number {
  return compareEntries(a, b) || compareRaw(a, b);
}

function compareRaw(a: Pick<Entry, "raw">, b: Pick<Entry, "raw">): number {
  return compareUtf16(a.raw, b.raw);
}

/** Not a cancelled call, nor a lack of time or descriptors: those would leave out any number of entries unseen. */
export function isOnlyThisEntry(error: unknown): boolean {
  return ToolError.isInstance(error) && error.kind !== "Cancelled" && !error.retriable;
}
