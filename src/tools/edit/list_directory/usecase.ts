// The walk of list_directory: depth first, in a fixed order, while there is room; then it continues until it knows whether anything is
// missing.

import type { FaultReason } from "../../../disk/faults.ts";
import { compareUtf8 } from "../../../disk/names.ts";
import { inSlices, type Steps } from "../../../disk/steps.ts";
import type { Metadata, SealedDirectory } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import { type Door, WalkFolder } from "../../../walk/folder.ts";
import { LeftOut } from "../../../walk/left_out.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { type EntryPlace, toEntry, toEntryWithoutMetadata, toFault, toUnreadEntry } from "./entry.ts";
import { listRules } from "./filter.ts";
import { foundEntries } from "./fit.ts";
import { normalizeRequestPath } from "./request_path.ts";
import { type Candidate, type SelectedEntries, selectEntries } from "./select.ts";
import type { ListDirectoryEntry, ListDirectoryOutput, ListDirectoryRequest } from "./types.ts";

const MIN_UNLISTED_FOLDERS = 1000;

type WalkScope = Pick<CallScope, "path" | "clock" | "denied" | "ignored">;

export async function listDirectory(
  directory: SealedDirectory,
  request: ListDirectoryRequest,
  scope: WalkScope,
): Promise<Found<ListDirectoryOutput>> {
  const walk = new ListWalk(request);
  const folder = WalkFolder.atStart(directory.inner, listRules(request), scope);
  await inSlices(walk.start(folder), scope.clock);
  // A single directory is already in order. The sort is stable: paths that look the same stay in the order of the walk, which is that of
  // their bytes.
  const entries = walk.hasDescended ? walk.found.sort((a, b) => compareUtf8(a.path, b.path)) : walk.found;
  const output: ListDirectoryOutput = {
    path: normalizeRequestPath(request.path),
    entries,
    returned: entries.length,
    max_entries: request.maxEntries,
    truncated: walk.isCut,
    truncated_reason: walk.isCut ? "max_entries" : null,
  };
  return foundEntries(output, walk.leftOut.snapshot());
}

/** A directory being walked, and the values that its entries share. */
interface OpenFolder {
  readonly folder: WalkFolder;
  readonly prefix: string;
  readonly depth: number;
}

/** A directory on its turn. `metadata` is null if it was not requested. */
interface PlacedDirectory extends EntryPlace {
  readonly raw: string;
  readonly door: Door;
  readonly metadata: Metadata | null;
}

class ListWalk {
  readonly #request: ListDirectoryRequest;
  readonly found: ListDirectoryEntry[] = [];
  /** For all directories that were read. */
  readonly leftOut = new LeftOut();
  /** Whether an entry that counts is known to be missing. */
  isCut = false;
  /** Whether there are entries of more than one directory. */
  hasDescended = false;
  /** The number of known candidates that count and have not had their turn, over all levels. */
  #waiting = 0;
  /** The number of directories entered since the answer was full. */
  #searched = 0;
  /** The number of directories entered that are not listed themselves. */
  #passed = 0;

  constructor(request: ListDirectoryRequest) {
    this.#request = request;
  }

  *start(folder: WalkFolder): Steps<void> {
    const level = { folder, prefix: "", depth: 1 };
    yield* this.#goThrough(level, yield* this.#select(level, this.#room));
  }

  get #room(): number {
    return this.#request.maxEntries - this.found.length;
  }

  *#goThrough(level: OpenFolder, { candidates, more }: SelectedEntries): Steps<void> {
    if (more) this.isCut = true;
    this.#waiting += candidates.filter(({ counts }) => counts).length;
    for (let at = 0; at < candidates.length && !this.#isOver(); ) {
      const run = this.#nextRun(candidates, at, level);
      at += run.length;
      yield* this.#takeRun(run, level);
    }
  }

  /** A full answer ends the walk as soon as a missing entry is known. */
  #isOver(): boolean {
    if (this.#room > 0) return false;
    if (this.#waiting > 0) this.isCut = true;
    return this.isCut;
  }

  /**
   * The candidates up to the next directory to enter, and no more than there is room for: no metadata is read for entries that are not
   * shown.
   */
  #nextRun(candidates: readonly Candidate[], start: number, { depth }: OpenFolder): readonly Candidate[] {
    const limit = Math.min(candidates.length, start + Math.max(1, this.#room));
    if (depth >= this.#request.maxDepth) return candidates.slice(start, limit);
    let end = start + 1;
    while (end < limit && candidates[end - 1]?.entry.kind !== "directory") end += 1;
    return candidates.slice(start, end);
  }

  *#takeRun(run: readonly Candidate[], level: OpenFolder): Steps<void> {
    const asked = run.filter(({ counts }) => counts).map(({ entry }) => entry.raw);
    const found = (yield* level.folder.directory.childMetadata(asked)).values();
    for (const candidate of run) {
      if (this.#isOver()) return;
      if (candidate.counts) this.#waiting -= 1;
      const metadata = candidate.counts ? (found.next().value ?? null) : null;
      const folder = this.#place(candidate, level, metadata);
      if (folder !== null) yield* this.#descend(folder, level);
    }
  }

  // 1 metadata 2 the directory itself 3 its entries. A directory without metadata is not entered. Null: not a directory either.
  #place({ entry }: Candidate, level: OpenFolder, metadata: Metadata | ToolError | null): PlacedDirectory | null {
    const { name, raw } = entry;
    const spot = { name, path: level.prefix + name, depth: level.depth };
    if (ToolError.isInstance(metadata)) {
      this.found.push(toEntryWithoutMetadata(spot, toFault(metadata)));
      return null;
    }
    // The kind may have changed since the directory was listed.
    const kind = metadata?.kind ?? entry.kind;
    if (kind === "directory" && spot.depth < this.#request.maxDepth) {
      const door = level.folder.door(entry);
      if (typeof door === "function") return { ...spot, raw, metadata, door };
      this.leftOut.addBy(door);
    }
    if (metadata !== null && this.#request.kinds[kind]) this.found.push(toEntry(spot, metadata));
    return null;
  }

  *#descend(turn: PlacedDirectory, parent: OpenFolder): Steps<void> {
    this.hasDescended = true;
    const { metadata } = turn;
    const own = metadata !== null && this.#request.kinds.directory ? toEntry(turn, metadata) : null;
    const isTooFar = this.#room === 0 && ++this.#searched > this.#request.maxEntries;
    const isTooWide = own === null && ++this.#passed > unlistedFolderLimit(this.#request);
    if (isTooFar || isTooWide) {
      this.isCut = true;
      return;
    }
    const read = yield* this.#read(turn, own === null ? this.#room : this.#room - 1);
    if (typeof read === "string") return yield* this.#addUnread(turn, read, parent);
    try {
      if (own !== null) this.found.push(own);
      yield* this.#goThrough(read.level, read.selection);
    } finally {
      read.level.folder.close();
    }
  }

  *#read(turn: PlacedDirectory, room: number) {
    let folder: WalkFolder | null = null;
    let selection: SelectedEntries | null = null;
    try {
      yield;
      folder = yield* turn.door();
      const level = { folder, prefix: `${turn.path}/`, depth: turn.depth + 1 };
      selection = yield* this.#select(level, room);
      return { level, selection };
    } catch (error) {
      return toFault(error);
    } finally {
      // It failed, or its steps were abandoned.
      if (selection === null) folder?.close();
    }
  }

  *#select({ folder, depth }: OpenFolder, room: number): Steps<SelectedEntries> {
    const descendsUnlisted = !this.#request.kinds.directory && depth < this.#request.maxDepth;
    const selected = yield* selectEntries(folder, { room, descendsUnlisted });
    this.leftOut.addAll(selected.leftOut);
    return selected;
  }

  /** Listed whatever kinds are requested: otherwise a caller would believe that it is empty. */
  *#addUnread(turn: PlacedDirectory, fault: FaultReason, parent: OpenFolder): Steps<void> {
    if (this.#room === 0) {
      this.isCut = true;
      return;
    }
    const [asked] = turn.metadata ? [turn.metadata] : yield* parent.folder.directory.childMetadata([turn.raw]);
    if (ToolError.isInstance(asked)) toFault(asked);
    this.found.push(toUnreadEntry(turn, ToolError.isInstance(asked) ? null : (asked ?? null), fault));
  }
}

/**
 * Directories that are not listed do not fill the answer, so they have a limit of their own (NFR-LD-PERF-01). A guess: with ten of them per
 * entry, complete answers are seldom cut.
 */
function unlistedFolderLimit({ maxEntries }: ListDirectoryRequest): number {
  return Math.max(MIN_UNLISTED_FOLDERS, maxEntries * 10);
}
