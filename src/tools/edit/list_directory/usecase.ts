// The walk of list_directory: depth first, in a fixed order, while there is room; then it continues until it knows whether anything is
// missing.

import type { FaultReason } from "../../../disk/faults.ts";
import { compareUtf8 } from "../../../disk/names.ts";
import type { Metadata, SealedDirectory } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import { View } from "../../../view/view.ts";
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
  const walk = new ListWalk(request, scope);
  await walk.start(directory);
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
  readonly directory: SealedDirectory;
  readonly view: View;
  readonly prefix: string;
  readonly depth: number;
}

/** A candidate on its turn. `metadata` is null if it was not requested. */
interface PlacedEntry extends EntryPlace {
  readonly raw: string;
  readonly metadata: Metadata | null;
}

class ListWalk {
  readonly #request: ListDirectoryRequest;
  readonly #scope: WalkScope;
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

  constructor(request: ListDirectoryRequest, scope: WalkScope) {
    this.#request = request;
    this.#scope = scope;
  }

  async start(directory: SealedDirectory): Promise<void> {
    const view = View.atStart(listRules(this.#request), this.#scope, directory);
    const level = { directory, view, prefix: "", depth: 1 };
    await this.#goThrough(level, await this.#select(level, this.#room));
  }

  get #room(): number {
    return this.#request.maxEntries - this.found.length;
  }

  async #goThrough(level: OpenFolder, { candidates, more }: SelectedEntries): Promise<void> {
    if (more) this.isCut = true;
    this.#waiting += candidates.filter(({ counts }) => counts).length;
    for (let at = 0; at < candidates.length && !this.#isOver(); ) {
      const run = this.#nextRun(candidates, at, level);
      at += run.length;
      await this.#takeRun(run, level);
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

  async #takeRun(run: readonly Candidate[], level: OpenFolder): Promise<void> {
    const asked = run.filter(({ counts }) => counts).map(({ entry }) => entry.raw);
    const found = (await level.directory.childMetadata(asked, this.#scope.clock)).values();
    for (const candidate of run) {
      if (this.#isOver()) return;
      if (candidate.counts) this.#waiting -= 1;
      const metadata = candidate.counts ? (found.next().value ?? null) : null;
      const folder = this.#place(candidate, level, metadata);
      if (folder !== null) await this.#descend(folder, level);
    }
  }

  // 1 metadata 2 the directory itself 3 its entries. A directory without metadata is not entered. Null: not a directory either.
  #place({ entry }: Candidate, level: OpenFolder, metadata: Metadata | ToolError | null): PlacedEntry | null {
    const { name, raw } = entry;
    const spot = { name, path: level.prefix + name, depth: level.depth };
    if (ToolError.isInstance(metadata)) {
      this.found.push(toEntryWithoutMetadata(spot, toFault(metadata)));
      return null;
    }
    // The kind may have changed since the directory was listed.
    const kind = metadata?.kind ?? entry.kind;
    if (kind === "directory" && spot.depth < this.#request.maxDepth) {
      const content = level.view.content({ raw, name, kind });
      if (content === "open") return { ...spot, raw, metadata };
      this.leftOut.addBy(content);
    }
    if (metadata !== null && this.#request.kinds[kind]) this.found.push(toEntry(spot, metadata));
    return null;
  }

  async #descend(turn: PlacedEntry, parent: OpenFolder): Promise<void> {
    this.hasDescended = true;
    const { metadata } = turn;
    const own = metadata !== null && this.#request.kinds.directory ? toEntry(turn, metadata) : null;
    const isTooFar = this.#room === 0 && ++this.#searched > this.#request.maxEntries;
    const isTooWide = own === null && ++this.#passed > unlistedFolderLimit(this.#request);
    if (isTooFar || isTooWide) {
      this.isCut = true;
      return;
    }
    const read = await this.#read(parent, turn, own === null ? this.#room : this.#room - 1);
    if (typeof read === "string") return this.#addUnread(turn, read, parent);
    try {
      if (own !== null) this.found.push(own);
      await this.#goThrough(read.level, read.selection);
    } finally {
      read.level.directory.close();
    }
  }

  async #read(parent: OpenFolder, { raw, name, path, depth }: PlacedEntry, room: number) {
    let directory: SealedDirectory | undefined;
    try {
      const { clock } = this.#scope;
      if (clock.isDue()) await clock.rest();
      directory = await parent.directory.openChild(raw, clock);
      const view = await parent.view.enter({ raw, name }, directory, clock);
      const level = { directory, view, prefix: `${path}/`, depth: depth + 1 };
      return { level, selection: await this.#select(level, room) };
    } catch (error) {
      directory?.close();
      return toFault(error);
    }
  }

  async #select({ directory, view, depth }: OpenFolder, room: number): Promise<SelectedEntries> {
    const descendsUnlisted = !this.#request.kinds.directory && depth < this.#request.maxDepth;
    const selected = await selectEntries(directory, view, { room, descendsUnlisted }, this.#scope.clock);
    this.leftOut.addAll(selected.leftOut);
    return selected;
  }

  /** Listed whatever kinds are requested: otherwise a caller would believe that it is empty. */
  async #addUnread(turn: PlacedEntry, fault: FaultReason, parent: OpenFolder): Promise<void> {
    if (this.#room === 0) {
      this.isCut = true;
      return;
    }
    const [asked] = turn.metadata
      ? [turn.metadata]
      : await parent.directory.childMetadata([turn.raw], this.#scope.clock);
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
