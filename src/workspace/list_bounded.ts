// Reads one directory as a stream and keeps the first k accepted entries in order: a directory of a million names costs its
// kernel read and memory for k. Leaves to the strategies that the right directory is opened.

import { type Dir, type Dirent, opendirSync, readdirSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { errnoOf, toToolError } from "./faults.ts";
import { kindOf } from "./metadata.ts";
import { rawToText } from "./names.ts";
import type { Pace } from "./pace.ts";
import type { Entry, EntryKind, EntryOrder, Listing, ListRequest, Metadata } from "./types.ts";

// More names at once make a large directory no faster, and a small one up to twice as slow.
const NAMES_PER_READ = 64;
// A filter with many globs may take a tenth of a millisecond for one name.
const NAMES_PER_CLOCK_LOOK = 16;

/** The names of a directory as they come. */
export type NameStream = Pick<Dir, "readSync" | "closeSync">;

export function openListing(path: string | Buffer): NameStream {
  // One character per byte, on Node and on Bun; buffers with types are broken on the latter.
  const stream = opendirSync(path as string, { encoding: "latin1" as BufferEncoding, bufferSize: NAMES_PER_READ });
  return process.versions.bun === undefined ? stream : readAhead(stream);
}

/** Bun looks the path up at the first read only; whoever proves a look-up needs it to have happened. */
function readAhead(stream: Dir): NameStream {
  let first: Dirent | null | undefined = stream.readSync();
  return {
    readSync: () => {
      if (first === undefined) return stream.readSync();
      const entry = first;
      if (entry !== null) first = undefined;
      return entry;
    },
    closeSync: () => stream.closeSync(),
  };
}

/** What is needed of the directory beside its stream. */
export interface ListedDirectory {
  /** What errors call it. */
  readonly asked: string;
  /** All names, raw; where the file system does not tell the kinds of entries. */
  rawNames(): readonly string[];
  childMetadata(raw: string, pace: Pace): Metadata;
}

/** Takes over `stream`: it is closed in any case. Throws `ToolError`s only. */
export async function listBounded(
  stream: NameStream,
  request: ListRequest,
  pace: Pace,
  directory: ListedDirectory,
): Promise<Listing> {
  const selection = new Selection(request.limit, request.order);
  try {
    await offerAll(stream, request, pace, selection);
    return selection.finish();
  } catch (error) {
    // Where a file system gives no kinds, the runtime asks for each by name, and takes our one character per byte for text.
    if (ToolError.isInstance(error) || errnoOf(error) !== "ENOENT") throw toToolError(error, directory.asked);
    return await listKindless(request, pace, directory);
  } finally {
    stream.closeSync();
  }
}

async function listKindless(request: ListRequest, pace: Pace, directory: ListedDirectory): Promise<Listing> {
  const selection = new Selection(request.limit, request.order);
  for (const raw of directory.rawNames()) {
    if (pace.isDue()) await pace.rest();
    const kind = findKind(raw, directory, pace);
    if (kind === null) continue;
    const candidate = { raw, name: rawToText(raw), kind };
    if (request.accept === undefined || request.accept(candidate)) selection.offer(candidate);
  }
  return selection.finish();
}

/** Null for what is gone by now. */
function findKind(raw: string, directory: ListedDirectory, pace: Pace): EntryKind | null {
  try {
    return directory.childMetadata(raw, pace).kind;
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

async function offerAll(directory: NameStream, request: ListRequest, pace: Pace, selection: Selection): Promise<void> {
  const { accept } = request;
  const candidate = { raw: "", name: "", kind: "other" as EntryKind };
  let untilLook = NAMES_PER_CLOCK_LOOK;
  for (let dirent: Dirent | null = directory.readSync(); dirent !== null; dirent = directory.readSync()) {
    if (--untilLook === 0) {
      untilLook = NAMES_PER_CLOCK_LOOK;
      if (pace.isDue()) await pace.rest();
    }
    candidate.raw = dirent.name;
    candidate.name = rawToText(dirent.name);
    candidate.kind = kindOf(dirent);
    if (accept === undefined || accept(candidate)) selection.offer(candidate);
  }
}

/** All names of a directory, raw, without their kinds. */
export function readNames(path: string | Buffer): readonly string[] {
  return readdirSync(path, "latin1");
}

/** Keeps up to twice the limit, and cuts back to the limit by sorting: cheaper than a heap, with the same bound. */
class Selection {
  readonly #limit: number;
  readonly #order: EntryOrder;
  #kept: Entry[] = [];
  #worst: Entry | undefined;
  #more = false;

  constructor(limit: number, order: EntryOrder) {
    this.#limit = limit;
    // Two different names can look the same once they are text; their bytes decide then, so that order is total.
    this.#order = (a, b) => order(a, b) || (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0);
  }

  offer(candidate: Entry): void {
    if (this.#worst !== undefined && this.#order(candidate, this.#worst) > 0) {
      this.#more = true;
      return;
    }
    this.#kept.push({ raw: candidate.raw, name: candidate.name, kind: candidate.kind });
    if (this.#kept.length > this.#limit * 2) this.#cut();
  }

  finish(): Listing {
    this.#cut();
    return { entries: this.#kept, more: this.#more };
  }

  #cut(): void {
    this.#kept.sort(this.#order);
    if (this.#kept.length <= this.#limit) return;
    this.#kept.length = this.#limit;
    this.#worst = this.#kept.at(-1);
    this.#more = true;
  }
}
