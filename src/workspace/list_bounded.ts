// Reads one directory as a stream and keeps the first k accepted entries in order: a directory of a million names takes memory for k.

import type { Dirent } from "node:fs";
import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { errnoOf, toToolError } from "./faults.ts";
import { rawToText } from "./names.ts";
import { kindOf } from "./object_stats.ts";
import { RUN_LENGTH, sortInSlices } from "./sort.ts";
import type { Entry, EntryKind, EntryOrder, Listing, ListRequest, SealedDirectory } from "./types.ts";

// A filter with as many ignore rules as may be in force takes some milliseconds for one name.
const NAMES_PER_CLOCK_LOOK = 4;
/** How many names are asked for at once where the file system does not tell their kinds. */
const KINDLESS_NAMES = 64;

/** `kind` is null where the file system does not tell it; then it has to be asked for. */
export type Name =
  | Pick<Dirent, "name" | "isDirectory" | "isFile" | "isSymbolicLink">
  | { readonly name: string; readonly kind: EntryKind | null };

/** The names of a directory as they come. */
export interface NameStream {
  readSync(): Name | null;
  closeSync(): void;
}

/** What is needed of the directory beside its stream, where the file system does not tell the kinds of entries. */
export interface ListedDirectory extends Pick<SealedDirectory, "childMetadata"> {
  /** What errors call it. */
  readonly asked: string;
  /** All names, raw. */
  rawNames(clock: CallClock): Promise<readonly string[]>;
  openAgain(clock: CallClock): Promise<NameStream>;
}

/** Takes over `stream`: it is closed in any case. Throws `ToolError`s only. */
export async function listBounded(
  stream: NameStream,
  request: ListRequest,
  clock: CallClock,
  directory: ListedDirectory,
): Promise<Listing> {
  const collector = new EntryCollector(request);
  try {
    try {
      await offerAll(stream, clock, collector, directory);
    } catch (error) {
      if (!isForWantOfKinds(error)) throw error;
      await offerOthers(directory, clock, collector);
    }
    await collector.cut(clock);
    return collector.toListing();
  } catch (error) {
    throw toToolError(error, directory.asked);
  } finally {
    stream.closeSync();
  }
}

/**
 * Where a file system gives no kinds, the runtime asks for each by name, and takes our one character per byte for text: then the
 * name is missing, or cannot be put behind a path that is bytes.
 */
function isForWantOfKinds(error: unknown): boolean {
  const errno = ToolError.isInstance(error) ? undefined : errnoOf(error);
  return errno === "ENOENT" || errno === "ERR_INVALID_ARG_TYPE";
}

/** Goes on by asking for the kinds; names that the stream gave before it failed have been offered. */
async function offerOthers(directory: ListedDirectory, clock: CallClock, collector: EntryCollector): Promise<void> {
  const known = await readAgain(directory, clock, collector.offered);
  const others = (await directory.rawNames(clock)).filter((raw) => !known.has(raw));
  for (let at = 0; at < others.length; at += KINDLESS_NAMES)
    await offerKindless(collector, others.slice(at, at + KINDLESS_NAMES), directory, clock);
}

/** Read a second time rather than kept the first time: that would cost every directory memory for all its names. */
async function readAgain(directory: ListedDirectory, clock: CallClock, count: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  if (count === 0) return names;
  const stream = await directory.openAgain(clock);
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
async function offerKindless(
  collector: EntryCollector,
  rawNames: readonly string[],
  directory: ListedDirectory,
  clock: CallClock,
): Promise<void> {
  if (collector.isOverfull) await collector.cut(clock);
  const found = await directory.childMetadata(rawNames, clock);
  for (const [index, raw] of rawNames.entries()) {
    const metadata = found[index];
    if (!ToolError.isInstance(metadata)) collector.offer(raw, metadata?.kind ?? "other");
    else if (metadata.code !== "NOT_FOUND") throw metadata;
  }
}

async function offerAll(
  stream: NameStream,
  clock: CallClock,
  collector: EntryCollector,
  directory: ListedDirectory,
): Promise<void> {
  let untilLook = NAMES_PER_CLOCK_LOOK;
  let kindless: string[] = [];
  for (let name = stream.readSync(); name !== null; name = stream.readSync()) {
    if (--untilLook === 0) {
      untilLook = NAMES_PER_CLOCK_LOOK;
      if (clock.isDue()) await clock.rest();
      if (collector.isOverfull) await collector.cut(clock);
    }
    const kind = "kind" in name ? name.kind : kindOf(name);
    if (kind !== null) collector.offer(name.name, kind);
    else if (kindless.push(name.name) === KINDLESS_NAMES) {
      await offerKindless(collector, kindless, directory, clock);
      kindless = [];
    }
  }
  if (kindless.length > 0) await offerKindless(collector, kindless, directory, clock);
}

/** Keeps up to twice the limit, and cuts back to the limit by sorting: cheaper than a heap, with the same bound. */
class EntryCollector {
  readonly #request: ListRequest;
  readonly #order: EntryOrder;
  /** One for all names: most are refused, or lie behind the last that is kept. */
  readonly #candidate: { raw: string; name: string; kind: EntryKind } = { raw: "", name: "", kind: "other" };
  #kept: Entry[] = [];
  #worst: Entry | undefined;
  #more = false;
  /** How many names. */
  offered = 0;

  constructor(request: ListRequest) {
    this.#request = request;
    const { order } = request;
    // Two different names can look the same once they are text; their bytes decide then, so that order is total.
    this.#order = (a, b) => order(a, b) || (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0);
  }

  /** Asks the filter, once for each name that it has to see. */
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
    if (this.isOverfull && this.#isQuickToSort()) this.#keep(this.#kept.sort(this.#order));
  }

  /** Whether it has to be cut, and sorting takes too long to be done in between. */
  get isOverfull(): boolean {
    return this.#kept.length > this.#request.limit * 2;
  }

  async cut(clock: CallClock): Promise<void> {
    const isQuick = this.#isQuickToSort();
    this.#keep(isQuick ? this.#kept.sort(this.#order) : await sortInSlices(this.#kept, this.#order, clock));
  }

  toListing(): Listing {
    return { entries: this.#kept, more: this.#more };
  }

  /** Whether there are enough entries before it. Then it is also known that there are more than are kept. */
  #isBeyond(candidate: Entry): boolean {
    return this.#worst !== undefined && this.#order(candidate, this.#worst) > 0;
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
