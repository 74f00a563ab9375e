// The walk that list_files and search_text share: depth first in a fixed order, sealed, within limits, and able to resume at a position.
//
//   const walk = new Walk(folder, { sought, maxEntries, after });
//   try {
//     for (let visit = yield* walk.next(); visit !== null; visit = yield* walk.next()) …   // one entry that the view shows
//     walk.endedBy                 // null: complete; otherwise the limit that ended it
//   } finally { walk.close() }     // the start directory belongs to the caller and stays open
//
// Order: names by UTF-16 code unit, then by their bytes; a directory, everything in it, then its next sibling.
// `walk.place` is directly after the last entry that had its turn, visited or left out, and `walk.leftOut` counts exactly the entries
// between `after` and that place. `walk.mark` has both: with the mark of a visit, an answer can end after that visit, and the counts of all
// pages add up wherever they are cut. A directory is visited before it is opened; if it cannot be opened, it is counted after its visit.
// `visit.folder` is the folder that contains the entry, as the tool sees it. It stays open until the next call of `next`; the caller must not close it.
// With `revisits`, the entry that `after` ends with is visited again if it is still there, a file and not left out: for a search that was
// cut inside it (`visit.isAgain`). It is not counted again.
// Time: drive the steps with a clock that ends before the call's (`endEarly` of page.ts), and give `end` what that throws: `endedBy` is then
// "timeout", or it is thrown again if no entry, apart from denied ones, had its turn. The same applies when descriptors run out ("scan_limit").

import type { CallClock } from "../disk/call_clock.ts";
import { faultReason } from "../disk/faults.ts";
import { compareUtf16 } from "../disk/names.ts";
import { inSlices, type Steps } from "../disk/steps.ts";
import type { Directory, Entry } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import type { Rule } from "../view/verdict.ts";
import type { WalkFolder } from "./folder.ts";
import { type Frame, FrameStack, type OpenFolder, type Sought } from "./frames.ts";
import { LeftOut } from "./left_out.ts";
import type { PathGlobs } from "./path_globs.ts";
import { type Folder, folderBelow, isBehind, type Mark, type Place, START } from "./place.ts";

// The number of names of a directory kept at once. The others are read again on their turn.
const ENTRIES_AT_ONCE = 16_384;
// With the most ignore rules, judging a name takes some milliseconds.
const TURNS_PER_PAUSE = 4;
/** For a directory's path in JSON: no call can name anything deeper, and one path with its cursor fits into a common answer. */
const MAX_PATH_BYTES = 4096;

export interface WalkOptions {
  /** The requested paths, relative to the start. Entries that can neither match nor contain a match are not counted. Null: everything. */
  readonly sought: PathGlobs | null;
  /** The number of entries to examine. */
  readonly maxEntries: number;
  readonly after?: Place | undefined;
  readonly revisits?: boolean;
}

export interface Visit {
  readonly entry: Entry;
  /** Relative to the root, starting with the requested path. */
  readonly path: string;
  readonly folder: WalkFolder;
  readonly isAgain: boolean;
}

/** What the walk does with an entry. */
interface Treatment {
  readonly isVisited: boolean;
  readonly leftOut: Rule | null;
  /** For a directory that is entered; otherwise null. */
  readonly below: Sought | null;
}

const NOT_SOUGHT: Treatment = { isVisited: false, leftOut: null, below: null };

export class Walk {
  readonly leftOut = new LeftOut();
  readonly #frames: FrameStack;
  readonly #sought: PathGlobs | null;
  readonly #maxEntries: number;
  #turns = 0;
  #mustRevisit: boolean;
  #hasBegun = false;
  #beforeDenied: Mark | null = null;
  #endedBy: "scan_limit" | "timeout" | null = null;

  /** The caller closes the folder at the start. */
  constructor(folder: WalkFolder, options: WalkOptions) {
    const { sought, maxEntries, after = START, revisits = false } = options;
    const start = { folder, sought: { globs: sought?.top ?? null } };
    this.#frames = new FrameStack(start, after, (...way) => this.#open(...way));
    this.#sought = sought;
    this.#maxEntries = maxEntries;
    this.#mustRevisit = revisits && after.last !== null;
  }

  get place(): Place {
    return this.#frames.place;
  }

  /**
   * Where an answer may end: the position and the counts up to it, but before denied entries, because a cursor must not reveal their names.
   */
  get mark(): Mark {
    return this.#beforeDenied ?? { place: this.place, leftOut: this.leftOut.snapshot() };
  }

  /** The limit that ended it. Null while it runs, and at the real end. */
  get endedBy(): "scan_limit" | "timeout" | null {
    return this.#endedBy;
  }

  /** The number of entries examined. */
  get turns(): number {
    return this.#turns;
  }

  *next(): Steps<Visit | null> {
    try {
      const visit = this.#mustRevisit ? yield* this.#revisit() : null;
      return visit ?? (yield* this.#findNext());
    } catch (error) {
      this.end(error);
      return null;
    }
  }

  /** Ends the page with what it has. Throws an error that does not end a page, and any error if it would end where it began. */
  end(error: unknown): void {
    const reason = ToolError.isInstance(error) ? findEnd(error) : null;
    if (!this.#hasBegun || reason === null) throw error;
    this.#endedBy = reason;
  }

  close(): void {
    this.#frames.close();
  }

  *#findNext(): Steps<Visit | null> {
    for (let frame = this.#frames.top; frame !== undefined; frame = this.#frames.top) {
      if (this.#turns % TURNS_PER_PAUSE === 0) yield;
      const entry = frame.entries?.[frame.at] ?? (yield* this.#readOn(frame));
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

  /** Handles one entry. */
  #take(frame: Frame, open: OpenFolder, entry: Entry): Visit | null {
    this.#turns += 1;
    const { isVisited, leftOut, below } = this.#treat(entry, open);
    this.#beforeDenied = leftOut?.rule === "denied" && !isVisited ? this.mark : null;
    // After nothing but denied entries, a page would end where it began.
    if (this.#beforeDenied === null) this.#hasBegun = true;
    frame.at += 1;
    frame.last = entry;
    if (leftOut !== null) this.leftOut.addBy(leftOut);
    if (below !== null) this.#frames.push(folderBelow(frame.folder, entry), below);
    return isVisited ? toVisit(entry, open, false) : null;
  }

  // 1 what is not sought is not even judged 2 the name 3 for a directory, whether it may be entered. One whose kind is not requested is
  // entered too.
  #treat(entry: Entry, { folder: { view }, sought }: OpenFolder): Treatment {
    const below = entry.kind === "directory" ? this.#soughtIn(entry.name, sought) : null;
    const isSought = view.asks(entry.kind) && this.#isSought(entry.name, sought);
    if (!isSought && below === null) return NOT_SOUGHT;
    const name = view.judge(entry);
    if (name !== "shown" && (name.rule !== "kind" || below === null)) return { ...NOT_SOUGHT, leftOut: name };
    const isVisited = isSought && name === "shown";
    const content = below === null ? "open" : view.content(entry);
    return content === "open" ? { isVisited, leftOut: null, below } : { isVisited, leftOut: content, below: null };
  }

  #isSought(name: string, { globs }: Sought): boolean {
    return this.#sought === null || (globs !== null && this.#sought.matchesIn(globs, name));
  }

  /** Null if nothing in that directory can match. */
  #soughtIn(name: string, above: Sought): Sought | null {
    if (this.#sought === null) return above;
    const globs = above.globs && this.#sought.enter(above.globs, name);
    return globs && { globs };
  }

  /** The next entry of the last folder. Null if there is none, or if it cannot be read: then the walk is in another folder. */
  *#readOn(frame: Frame): Steps<Entry | null> {
    try {
      if ((yield* this.#frames.hold()) === null) return null;
      if (frame.hasMore || frame.entries === null) yield* this.#read(frame);
    } catch (error) {
      if (frame.folder === null || !this.#isOfFolder(error)) throw error;
      frame.entries = [];
      frame.hasMore = false;
    }
    const entry = frame.entries?.[frame.at];
    if (entry === undefined) this.#frames.pop();
    return entry ?? null;
  }

  *#read(frame: Frame): Steps<void> {
    if (frame.open === null) return;
    const { directory } = frame.open.folder;
    const { last } = frame;
    const names = this.#sought?.namesAt(this.#frames.depth) ?? null;
    if (names !== null) {
      frame.entries = (yield* this.#lookUp(directory, names)).filter((entry) => isBehind(entry, last));
      frame.hasMore = false;
    } else {
      const accept = (entry: Entry) => isBehind(entry, last);
      const request = { limit: ENTRIES_AT_ONCE, order: compareNames, accept, acceptSees: "candidates" } as const;
      const { entries, more } = yield* directory.list(request);
      frame.entries = entries;
      frame.hasMore = more;
    }
    frame.at = 0;
  }

  /** Children with known names: the directory need not be read. */
  *#lookUp(directory: Directory, rawNames: readonly string[]): Steps<Entry[]> {
    const entries = yield* directory.lookUp(rawNames);
    return [...entries].sort((a, b) => (isBehind(a, b) ? 1 : -1));
  }

  /** A folder from a cursor is judged and looked up like every entry: a cursor grants no access. */
  *#open(above: OpenFolder, frame: Frame, folder: Folder): Steps<OpenFolder | null> {
    const { raw, name } = folder;
    const isAsked = frame.sought === null;
    frame.sought ??= this.#treat({ raw, name, kind: "directory" }, above).below;
    if (frame.sought === null) return null;
    const { view, directory } = above.folder;
    if (isTooLong(`${view.path}${name}/`) || isTooLong(`${view.location}${name}/`)) {
      this.leftOut.add("unreadable");
      return null;
    }
    try {
      if (isAsked && (yield* directory.lookUp([raw])).length === 0) return null;
      const door = above.folder.door(folder);
      if (typeof door !== "function") return null;
      const entered = yield* door(frame.view);
      frame.view = entered.view;
      return { folder: entered, sought: frame.sought };
    } catch (error) {
      if (this.#isOfFolder(error)) return null;
      throw error;
    }
  }

  /** Whether the walk continues without the folder. Counts the folder, unless it is gone. */
  #isOfFolder(error: unknown): boolean {
    if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || findEnd(error) !== null) return false;
    if (faultReason(error) !== "missing") this.leftOut.add("unreadable");
    return true;
  }

  *#revisit(): Steps<Visit | null> {
    const { folder, last } = this.#frames.place;
    const open = yield* this.#frames.hold();
    this.#mustRevisit = false;
    // A folder on the way is gone.
    if (open === null || last === null || this.#frames.top?.folder !== folder) return null;
    const [entry] = yield* this.#lookUp(open.folder.directory, [last.raw]);
    if (entry?.kind !== "file" || !this.#treat(entry, open).isVisited) return null;
    this.#hasBegun = true;
    return toVisit(entry, open, true);
  }
}

/** The next visit, in time slices. */
export async function nextInSlices(walk: Walk, clock: CallClock): Promise<Visit | null> {
  try {
    return await inSlices(walk.next(), clock);
  } catch (error) {
    walk.end(error);
    return null;
  }
}

function toVisit(entry: Entry, { folder }: OpenFolder, isAgain: boolean): Visit {
  return { entry, path: folder.view.path + entry.name, folder, isAgain };
}

/** How an error ends a page that has begun: the time is up, or descriptors or memory are exhausted. Null: it does not. */
export function findEnd(error: ToolError): "scan_limit" | "timeout" | null {
  if (error.kind === "Timeout") return "timeout";
  return faultReason(error) === "exhausted" ? "scan_limit" : null;
}

/** For a directory, including its trailing slash. A character takes at most six bytes. */
function isTooLong(prefix: string): boolean {
  return prefix.length * 6 > MAX_PATH_BYTES && Buffer.byteLength(JSON.stringify(prefix)) - 3 > MAX_PATH_BYTES;
}

function compareNames(a: Entry, b: Entry): number {
  return compareUtf16(a.name, b.name);
}
