// Takes the entries of a directory as they are read, counts the ignored ones, and keeps the first of the rest. Links are set aside in
// batches: listing.ts follows them and offers their targets.

import { compareUtf16, textToRaw } from "../../disk/names.ts";
import type { Entry, Metadata } from "../../disk/types.ts";
import { ToolError } from "../../errors.ts";
import { FirstItems } from "./first_items.ts";
import type { IgnoreFilter } from "./ignored_entries.ts";
import { makeEntryOrder } from "./order.ts";

export interface ListedEntry {
  readonly raw: string;
  readonly name: string;
  /** For a link: whether its target is a directory. */
  readonly isDirectory: boolean;
  /** For the target of a link; null for other entries, whose metadata has not been read. */
  readonly metadata: Metadata | null;
}

export interface SieveOptions {
  readonly judge: IgnoreFilter;
  /** Whether the caller's globs leave out a name. */
  readonly isLeftOut: (name: string) => boolean;
  /** The number of entries to keep, and of links to set aside at once. */
  readonly limit: number;
}

export class Sieve {
  readonly first: FirstItems<ListedEntry>;
  isEmpty = true;
  gitIgnoredCount = 0;
  geminiIgnoredCount = 0;
  readonly order = makeListedOrder();
  readonly #options: SieveOptions;
  #portion: Entry[] = [];
  #links: FirstItems<Entry>;
  /** The raw name of the last link that was drained; null during the first reading of the directory. */
  #lastLink: string | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: SieveOptions) {
    this.#options = options;
    this.first = new FirstItems(options.limit, this.order);
    this.#links = new FirstItems<Entry>(options.limit, compareRaw);
  }

  /**
   * Never throws, because its caller would treat that as a disk failure; `drainLinks` reports it. False: the directory need not keep the
   * entry.
   */
  take({ raw, name, kind }: Entry): false {
    this.isEmpty = false;
    // On a repeated reading, only links that did not fit before matter.
    if (this.#lastLink !== null && (kind !== "symlink" || raw <= this.#lastLink)) return false;
    // A copy: the listing reuses one object.
    this.#portion.push({ raw, name, kind });
    if (this.#portion.length >= this.#options.judge.portion) this.#sift();
    return false;
  }

  /** The links set aside, after the directory has been read. If there are `more`, it must be read again. */
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
    // A link whose name is not UTF-8 cannot be opened by its text, which would be another name.
    else if (textToRaw(entry.name) === entry.raw) this.#links.offer(entry);
  }
}

function makeListedOrder(): (a: ListedEntry, b: ListedEntry) => number {
  const compareEntries = makeEntryOrder();
  return (a, b) => compareEntries(a, b) || compareRaw(a, b);
}

function compareRaw(a: Pick<Entry, "raw">, b: Pick<Entry, "raw">): number {
  return compareUtf16(a.raw, b.raw);
}

/** Not a cancelled call, nor a lack of time or descriptors: those would silently leave out any number of entries. */
export function isOnlyThisEntry(error: unknown): boolean {
  return ToolError.isInstance(error) && error.kind !== "Cancelled" && !error.retriable;
}
