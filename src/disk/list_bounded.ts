// Reads one directory as a stream and keeps the first k accepted entries in order: a directory of a million names needs memory for k.

import type { Dirent } from "node:fs";
import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { errnoOf, toToolError } from "./faults.ts";
import { rawToText } from "./names.ts";
import { kindOf } from "./object_stats.ts";
import { RUN_LENGTH, sortInSlices } from "./sort.ts";
import type { Entry, EntryKind, EntryOrder, Listing, ListRequest, SealedDirectory } from "./types.ts";

// With the most ignore rules, a filter takes some milliseconds for one name.
const NAMES_PER_CLOCK_LOOK = 4;
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
export interface ListedDirectory extends Pick<SealedDirectory, "childMetadata"> {
  /** The path for error messages. */
  readonly asked: string;
  /** All names, raw. */
  rawNames(clock: CallClock): Promise<readonly string[]>;
  openAgain(clock: CallClock): Promise<NameStream>;
}

/** Takes ownership of `stream` and always closes it. Throws only `ToolError`s. */
export async function listBounded(
  stream: NameStream,
  request: ListRequest,
  clock: CallClock,
  directory: ListedDirectory,
): Promise<Listing> {
  const collector = new EntryCollector(request);
  try {
    try {
      const kindless: string[] = [];
      while (!offerSome(stream, clock, collector, kindless)) {
        if (clock.isDue()) await clock.rest();
        if (collector.isOverfull) await collector.cut(clock);
        if (kindless.length === KINDLESS_NAMES)
          await offerKindless(collector, kindless.splice(0, KINDLESS_NAMES), directory, clock);
      }
      if (kindless.length > 0) await offerKindless(collector, kindless, directory, clock);
    } catch (error) {
      if (!isForWantOfKinds(error)) throw error;
      await offerOthers(directory, clock, collector);
    }
    if (!collector.cutNow()) await collector.cut(clock);
    return collector.toListing();
  } catch (error) {
    throw toToolError(error, directory.asked);
  } finally {
    stream.closeSync();
  }
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
async function offerOthers(directory: ListedDirectory, clock: CallClock, collector: EntryCollector): Promise<void> {
  const known = await readAgain(directory, clock, collector.offered);
  const others = (await directory.rawNames(clock)).filter((raw) => !known.has(raw));
  for (let at = 0; at < others.length; at += KINDLESS_NAMES)
    await offerKindless(collector, others.slice(at, at + KINDLESS_NAMES), directory, clock);
}

/** Read a second time instead of kept, which would cost every directory memory for all its names. */
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

/** Whether it has reached the end, and not something that takes time: most directories are read without waiting once. Adds to `kindless`. */
function offerSome(stream: NameStream, clock: CallClock, collector: EntryCollector, kindless: string[]): boolean {
  let untilLook = NAMES_PER_CLOCK_LOOK;
  for (let name = stream.readSync(); name !== null; name = stream.readSync()) {
    const kind = "kind" in name ? name.kind : kindOf(name);
    if (kind !== null) collector.offer(name.name, kind);
    else if (kindless.push(name.name) === KINDLESS_NAMES) return false;
    if (--untilLook > 0) continue;
    untilLook = NAMES_PER_CLOCK_LOOK;
    if (collector.isOverfull || clock.isDue()) return false;
  }
  return true;
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
    if (this.isOverfull) this.cutNow();
  }

  /** Whether it must be cut, and sorting takes too long to do it at once. */
  get isOverfull(): boolean {
    return this.#kept.length > this.#request.limit * 2;
  }

  /** False if that takes too long to be done at once: see `cut`. */
  cutNow(): boolean {
    const isQuick = this.#isQuickToSort();
    if (isQuick) this.#keep(this.#kept.sort(this.#order));
    return isQuick;
  }

  async cut(clock: CallClock): Promise<void> {
    if (!this.cutNow()) this.#keep(await sortInSlices(this.#kept, this.#order, clock));
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
