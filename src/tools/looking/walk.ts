// The walk that list_files and search_text share: depth first in a fixed order, sealed, within limits, and able to go on at a place.
//
//   const walk = new Walk({ directory, path, ignored, clock }, { rules, maxEntries, after });
//   try {
//     for (let visit = await walk.next(); visit !== null; visit = await walk.next()) …   // one entry that the rules let pass
//     walk.endedBy                 // null: there is nothing more; else which limit ended it
//   } finally { walk.close() }     // the directory at the start is the caller's and stays open
//
// Order: a name by UTF-16 code unit, then by its bytes; a directory, all that is in it, then its next sibling.
// `walk.place` is directly behind the last entry whose turn came, be it visited or left out, and `walk.leftOut` counts exactly what lies
// between `after` and that place. `walk.mark` has both: whoever keeps it when a visit comes can end an answer behind any visit, and pages add
// up wherever they are cut. A directory is visited before it is opened; one that cannot be opened counts after its visit.
// `visit.directory` is the folder that holds the entry. It is open until the next call of `next`, and is not the caller's to close.
// With `revisits`, the entry that `after` ends with is visited once more, if it is still there, a file and let pass: for a search that was
// cut inside of it (`visit.isAgain`). It is not counted again.
// Time: give it a clock that ends before the call's (`endEarly` of page.ts). When that is up, `next` returns null and `endedBy` is
// "timeout"; it throws only if not one entry had its turn but denied ones. So it is where the system runs out of descriptors ("scan_limit").
// Everything else that the clock throws (cancelled) is thrown.

import type { IgnoreWalk } from "../../discovery/walk.ts";
import { ToolError } from "../../errors.ts";
import type { CallClock } from "../../workspace/call_clock.ts";
import { faultReason } from "../../workspace/faults.ts";
import { compareUtf16, isChildName, rawToText, toPrefix } from "../../workspace/names.ts";
import type { Entry, SealedDirectory } from "../../workspace/types.ts";
import { EntryFilter, type EntryRules } from "./entry_filter.ts";
import { type Frame, FrameStack, type OpenFolder } from "./frames.ts";
import { LeftOut } from "./left_out.ts";
import { type Folder, isBehind, type Mark, type Place, START } from "./place.ts";

// How many names of a directory are kept at once. The others are read again when their turn comes.
const ENTRIES_AT_ONCE = 16_384;
// Judging a name by as many ignore rules as may be in force takes some milliseconds.
const TURNS_PER_CLOCK_LOOK = 4;
/** Of a directory, as JSON writes its path: no call can name what lies deeper, and one path with its cursor fits into a common answer. */
const MAX_PATH_BYTES = 4096;

export interface WalkStart {
  readonly directory: SealedDirectory;
  /** As it was asked for; `.` for the root. */
  readonly path: string;
  /** Of the directory at the start. */
  readonly ignored: IgnoreWalk | null;
  readonly clock: CallClock;
}

export interface WalkOptions {
  readonly rules: EntryRules;
  /** How many entries may have their turn. */
  readonly maxEntries: number;
  readonly after?: Place | undefined;
  readonly revisits?: boolean;
}

export interface Visit {
  readonly entry: Entry;
  /** As the start was asked for, relative to the root. */
  readonly path: string;
  readonly directory: SealedDirectory;
  readonly isAgain: boolean;
}

export class Walk {
  readonly leftOut = new LeftOut();
  readonly #frames: FrameStack;
  readonly #clock: CallClock;
  readonly #rules: EntryRules;
  readonly #maxEntries: number;
  #turns = 0;
  #mustRevisit: boolean;
  #hasBegun = false;
  #beforeDenied: Mark | null = null;
  #endedBy: "scan_limit" | "timeout" | null = null;

  constructor({ directory, path, ignored, clock }: WalkStart, options: WalkOptions) {
    const { rules, maxEntries, after = START, revisits = false } = options;
    const prefix = { path: toPrefix(path), location: toPrefix(directory.location) };
    const start = { directory, prefix, filter: EntryFilter.atStart(rules, ignored) };
    this.#frames = new FrameStack(start, after, (...way) => this.#open(...way));
    this.#clock = clock;
    this.#rules = rules;
    this.#maxEntries = maxEntries;
    this.#mustRevisit = revisits && after.last !== null;
  }

  get place(): Place {
    return this.#frames.place;
  }

  /** Where an answer may end: the place and what was counted up to it, but before denied entries, whose names a cursor must not tell. */
  get mark(): Mark {
    return this.#beforeDenied ?? { place: this.place, leftOut: this.leftOut.snapshot() };
  }

  /** Which limit ended it. Null while it goes on, and if there is nothing more. */
  get endedBy(): "scan_limit" | "timeout" | null {
    return this.#endedBy;
  }

  /** How many entries have had their turn. */
  get turns(): number {
    return this.#turns;
  }

  async next(): Promise<Visit | null> {
    try {
      const visit = this.#mustRevisit ? await this.#revisit() : null;
      return visit ?? (await this.#findNext());
    } catch (error) {
      const reason = ToolError.isInstance(error) ? findEnd(error) : null;
      if (!this.#hasBegun || reason === null) throw error;
      this.#endedBy = reason;
      return null;
    }
  }

  close(): void {
    this.#frames.close();
  }

  async #findNext(): Promise<Visit | null> {
    for (let frame = this.#frames.top; frame !== undefined; frame = this.#frames.top) {
      if (this.#turns % TURNS_PER_CLOCK_LOOK === 0 && this.#clock.isDue()) await this.#clock.rest();
      const entry = frame.entries?.[frame.at] ?? (await this.#readOn(frame));
      if (entry === null || frame.open === null) continue;
      if (this.#turns >= this.#maxEntries && this.#beforeDenied === null) {
        this.#endedBy = "scan_limit";
        return null;
      }
      const visit = this.#take(frame, frame.open, entry);
      if (visit !== null) return visit;
    }
    // Nothing follows: no cursor is made, and everything counts.
    this.#beforeDenied = null;
    return null;
  }

  /** The turn of one entry. */
  #take(frame: Frame, { directory, prefix, filter }: OpenFolder, entry: Entry): Visit | null {
    this.#turns += 1;
    const { isVisited, leftOut, below } = filter.judge(entry, prefix);
    this.#beforeDenied = leftOut === "denied" && !isVisited ? this.mark : null;
    // Behind denied entries alone, a page would end where it began.
    if (this.#beforeDenied === null) this.#hasBegun = true;
    frame.at += 1;
    frame.last = entry;
    if (leftOut !== null) this.leftOut.add(leftOut);
    if (below !== null) this.#frames.push({ above: frame.folder, raw: entry.raw, name: entry.name }, below);
    return isVisited ? { entry, path: prefix.path + entry.name, directory, isAgain: false } : null;
  }

  /** The next entry of the last folder. Null if it has none, or cannot be read: then the walk is in another. */
  async #readOn(frame: Frame): Promise<Entry | null> {
    try {
      if ((await this.#frames.hold(this.#clock)) === null) return null;
      if (frame.hasMore || frame.entries === null) await this.#read(frame);
    } catch (error) {
      if (frame.folder === null || !this.#isOfFolder(error)) throw error;
      frame.entries = [];
      frame.hasMore = false;
    }
    const entry = frame.entries?.[frame.at];
    if (entry === undefined) this.#frames.pop();
    return entry ?? null;
  }

  async #read(frame: Frame): Promise<void> {
    const { directory } = frame.open ?? {};
    if (directory === undefined) return;
    const { last } = frame;
    const names = this.#rules.sought?.namesAt(this.#frames.depth) ?? null;
    if (names !== null) {
      frame.entries = (await this.#lookUp(directory, names)).filter((entry) => isBehind(entry, last));
      frame.hasMore = false;
    } else {
      const accept = (entry: Entry) => isBehind(entry, last);
      const request = { limit: ENTRIES_AT_ONCE, order: compareNames, accept, acceptSees: "candidates" } as const;
      const { entries, more } = await directory.list(request, this.#clock);
      frame.entries = entries;
      frame.hasMore = more;
    }
    frame.at = 0;
  }

  /** Children whose names are known: the directory need not be read. */
  async #lookUp(directory: SealedDirectory, rawNames: readonly string[]): Promise<Entry[]> {
    const found = await directory.childMetadata(rawNames.filter(isChildName), this.#clock);
    const entries: Entry[] = [];
    for (const [index, raw] of rawNames.filter(isChildName).entries()) {
      const metadata = found[index];
      if (metadata === undefined) continue;
      if (!ToolError.isInstance(metadata)) entries.push({ raw, name: rawToText(raw), kind: metadata.kind });
      else if (metadata.code !== "NOT_FOUND") throw metadata;
    }
    return entries.sort((a, b) => (isBehind(a, b) ? 1 : -1));
  }

  /** What a cursor has named is judged like every entry: a cursor is no right to enter anything. */
  async #open(above: OpenFolder, frame: Frame, folder: Folder, clock: CallClock): Promise<OpenFolder | null> {
    const { raw, name } = folder;
    frame.globs ??= above.filter.judge({ raw, name, kind: "directory" }, above.prefix).below;
    if (frame.globs === null) return null;
    const prefix = { path: `${above.prefix.path}${name}/`, location: `${above.prefix.location}${name}/` };
    if (isTooLong(prefix.path) || isTooLong(prefix.location)) {
      this.leftOut.add("unreadable");
      return null;
    }
    try {
      const directory = await above.directory.openChild(raw, clock);
      try {
        frame.filter ??= await above.filter.enter(raw, directory, frame.globs, clock);
      } catch (error) {
        directory.close();
        throw error;
      }
      return { directory, prefix, filter: frame.filter };
    } catch (error) {
      if (this.#isOfFolder(error)) return null;
      throw error;
    }
  }

  /** Whether the walk goes on without the folder; counts it, unless it is gone. */
  #isOfFolder(error: unknown): boolean {
    if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || findEnd(error) !== null) return false;
    if (faultReason(error) !== "missing") this.leftOut.add("unreadable");
    return true;
  }

  async #revisit(): Promise<Visit | null> {
    const { folder, last } = this.#frames.place;
    const open = await this.#frames.hold(this.#clock);
    this.#mustRevisit = false;
    // The way to it has ended before it.
    if (open === null || last === null || this.#frames.top?.folder !== folder) return null;
    const [entry] = await this.#lookUp(open.directory, [last.raw]);
    if (entry?.kind !== "file" || !open.filter.judge(entry, open.prefix).isVisited) return null;
    this.#hasBegun = true;
    return { entry, path: open.prefix.path + entry.name, directory: open.directory, isAgain: true };
  }
}

/** How an error ends a page that has begun: the time is up, or the system has no more descriptors or memory. Null: not at all. */
export function findEnd(error: ToolError): "scan_limit" | "timeout" | null {
  if (error.kind === "Timeout") return "timeout";
  return faultReason(error) === "exhausted" ? "scan_limit" : null;
}

/** Of a directory, with the slash at its end. A character of it has at most six bytes. */
function isTooLong(prefix: string): boolean {
  return prefix.length * 6 > MAX_PATH_BYTES && Buffer.byteLength(JSON.stringify(prefix)) - 3 > MAX_PATH_BYTES;
}

function compareNames(a: Entry, b: Entry): number {
  return compareUtf16(a.name, b.name);
}
