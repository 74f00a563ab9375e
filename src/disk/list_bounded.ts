// Reads one directory as a stream and keeps the first k accepted entries in order: a directory of a million names needs memory for k.

import type { Dirent } from "node:fs";
import { ToolError } from "../errors.ts";
import { errnoOf, toToolError } from "./faults.ts";
import { rawToText } from "./names.ts";
import { kindOf } from "./open_node.ts";
import { RUN_LENGTH, sorted } from "./sort.ts";
import type { Steps } from "./steps.ts";
import type { Directory, Entry, EntryKind, EntryOrder, Listing, ListRequest } from "./types.ts";

// With the most ignore rules, a filter takes some milliseconds for one name.
const NAMES_PER_STEP = 4;
/** The number of names looked up at once if the file system does not report kinds. */
const KINDLESS_NAMES = 64;

/** `kind` is null if the file system does not report it; then it must be looked up. */
export type Name =
  | Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">
  | { readonly name: string; readonly kind: EntryKind | null };

/** The names of a directory as they are read. */
export interface NameStream {
  readSync(): Name | null;
  closeSync(): void;
}

/** What is needed besides the stream if the file system does not report kinds. */
export interface ListedDirectory extends Pick<Directory, "childMetadata"> {
  /** The path for error messages. */
  readonly asked: string;
  /** All names, raw. */
  rawNames(): Steps<readonly string[]>;
  openAgain(): Steps<NameStream>;
}

/** Takes ownership of `stream` and always closes it. Throws only `ToolError`s. */
export function* listBounded(stream: NameStream, request: ListRequest, directory: ListedDirectory): Steps<Listing> {
  const collector = new EntryCollector(request);
  try {
    try {
      yield* offerAll(stream, collector, directory);
    } catch (error) {
      if (!isForWantOfKinds(error)) throw error;
      yield* offerOthers(directory, collector);
    }
    yield* collector.cut();
    return collector.toListing();
  } catch (error) {
    throw toToolError(error, directory.asked);
  } finally {
    stream.closeSync();
  }
}

function* offerAll(stream: NameStream, collector: EntryCollector, directory: ListedDirectory): Steps<void> {
  const kindless: string[] = [];
  let untilPause = NAMES_PER_STEP;
  for (let name = stream.readSync(); name !== null; name = stream.readSync()) {
    const kind = "kind" in name ? name.kind : kindOf(name);
    if (kind !== null) collector.offer(name.name, kind);
    else if (kindless.push(name.name) === KINDLESS_NAMES)
      yield* offerKindless(collector, kindless.splice(0, KINDLESS_NAMES), directory);
    if (--untilPause > 0) continue;
    untilPause = NAMES_PER_STEP;
    yield;
    if (collector.isOverfull) yield* collector.cut();
  }
  if (kindless.length > 0) yield* offerKindless(collector, kindless, directory);
}

/**
 * If a file system reports no kinds, the runtime looks up each name, but treats our one-character-per-byte string as text: then the name is
 * not found, or cannot be appended to a path of bytes.
 */
function isForWantOfKinds(error: unknown): boolean {
  const errno = ToolError.isInstance(error) ? undefined : errnoOf(error);
  return errno === "ENOENT" || errno === "ERR_INVALID_ARG_TYPE";
}

/** Continues by looking up the kinds. The names that the stream returned before it failed have been offered already. */
function* offerOthers(directory: ListedDirectory, collector: EntryCollector): Steps<void> {
  const known = yield* readAgain(directory, collector.offered);
  const others = (yield* directory.rawNames()).filter((raw) => !known.has(raw));
  for (let at = 0; at < others.length; at += KINDLESS_NAMES)
    yield* offerKindless(collector, others.slice(at, at + KINDLESS_NAMES), directory);
}

/** Read a second time instead of kept, which would cost every directory memory for all its names. */
function* readAgain(directory: ListedDirectory, count: number): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  if (count === 0) return names;
  const stream = yield* directory.openAgain();
  try {
    while (names.size < count) {
      const next = stream.readSync();
      if (next === null) break;
      names.add(next.name);
    }
  } finally {
    stream.closeSync();
  }
  return names;
}

/** Names that are gone by now are left out. */
function* offerKindless(
  collector: EntryCollector,
  rawNames: readonly string[],
  directory: ListedDirectory,
): Steps<void> {
  if (collector.isOverfull) yield* collector.cut();
  const found = yield* directory.childMetadata(rawNames);
  for (const [index, raw] of rawNames.entries()) {
    const metadata = found[index];
    if (!ToolError.isInstance(metadata)) collector.offer(raw, metadata?.kind ?? "other");
    else if (metadata.code !== "NOT_FOUND") throw metadata;
  }
}

/** Keeps up to twice the limit, then sorts and cuts back to the limit: cheaper than a heap, with the same bound. */
class EntryCollector {
  readonly #request: ListRequest;
  readonly #order: EntryOrder;
  /** Reused for all names, because most are refused or sorted out. */
  readonly #candidate: { raw: string; name: string; kind: EntryKind } = { raw: "", name: "", kind: "other" };
  #kept: Entry[] = [];
  #worst: Entry | undefined;
  #more = false;
  /** The number of names. */
  offered = 0;

  constructor(request: ListRequest) {
    this.#request = request;
    const { order } = request;
    // Two different names can look the same as text; then their bytes decide, so that the order is total.
    this.#order = (a, b) => order(a, b) || (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0);
  }

  /** Calls the filter once for each name that it must see. */
  offer(raw: string, kind: EntryKind): void {
    const { accept, acceptSees } = this.#request;
    const candidate = this.#candidate;
    this.offered++;
    candidate.raw = raw;
    candidate.name = rawToText(raw);
    candidate.kind = kind;
    if (acceptSees === "candidates" && this.#isBeyond(candidate)) return;
    if ((accept !== undefined && !accept(candidate)) || this.#isBeyond(candidate)) return;
    this.#kept.push({ raw, name: candidate.name, kind });
    if (this.isOverfull && this.#isQuickToSort()) this.#sortNow();
  }

  /** Whether it must be cut, and sorting takes too long to do it at once. */
  get isOverfull(): boolean {
    return this.#kept.length > this.#request.limit * 2;
  }

  *cut(): Steps<void> {
    if (this.#isQuickToSort()) this.#sortNow();
    else this.#keep(yield* sorted(this.#kept, this.#order));
  }

  toListing(): Listing {
    return { entries: this.#kept, more: this.#more };
  }

  /** Whether there are enough entries before it. Then it is also known that there are more than are kept. */
  #isBeyond(candidate: Entry): boolean {
    return this.#worst !== undefined && this.#order(candidate, this.#worst) > 0;
  }

  #sortNow(): void {
    this.#keep(this.#kept.sort(this.#order));
  }

  #isQuickToSort(): boolean {
    return this.#kept.length <= RUN_LENGTH * 2;
  }

  #keep(sorted: Entry[]): void {
    const { limit } = this.#request;
    this.#kept = sorted;
    if (sorted.length <= limit) return;
    sorted.length = limit;
    this.#worst = sorted.at(-1);
    this.#more = true;
  }
}
