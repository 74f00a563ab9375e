// The folders that a walk is in, from its start down. Only the last ones are held open: the others are let go to their names, and opened
// again when the walk comes back to them. Going down to the place of a cursor is the same.

import type { CallClock } from "../../workspace/call_clock.ts";
import type { Entry, SealedDirectory } from "../../workspace/types.ts";
import type { EntryFilter, FolderGlobs, FolderPrefix } from "./entry_filter.ts";
import { type EntryName, type Folder, foldersTo, type Place } from "./place.ts";

// 32 calls work at once, and 1,024 descriptors are the usual limit of a process.
const MAX_OPEN = 12;
/** How many entries of a folder are kept while the walk is in one below it. The others are read again when their turn comes. */
const MAX_KEPT_ABOVE = 4096;

export interface OpenFolder {
  readonly directory: SealedDirectory;
  readonly prefix: FolderPrefix;
  readonly filter: EntryFilter;
}

export interface Frame {
  /** Null for the start. */
  readonly folder: Folder | null;
  /** Null for a folder that only a cursor has named so far. */
  globs: FolderGlobs | null;
  /** Of its entries; kept while it is not open. Null until it is opened for the first time. */
  filter: EntryFilter | null;
  open: OpenFolder | null;
  /** A part of its entries in order, all behind `last`; null if they have not been read. */
  entries: readonly Entry[] | null;
  /** The next of these. */
  at: number;
  /** Whether others follow behind these. */
  hasMore: boolean;
  /** The last entry whose turn came. */
  last: EntryName | null;
}

/** Opens a folder in the one above it; null if it cannot be or must not be entered. */
export type OpenFrame = (
  above: OpenFolder,
  frame: Frame,
  folder: Folder,
  clock: CallClock,
) => Promise<OpenFolder | null>;

export class FrameStack {
  readonly #frames: Frame[];
  readonly #open: OpenFrame;

  /** The folder at the start is the caller's, who closes it. */
  constructor(start: OpenFolder, place: Place, open: OpenFrame) {
    this.#open = open;
    this.#frames = [{ ...makeFrame(null, null), filter: start.filter, open: start }];
    for (const folder of foldersTo(place.folder)) this.push(folder, null);
    const top = this.#frames.at(-1);
    if (top !== undefined) top.last = place.last;
  }

  /** Undefined when the walk is over. */
  get top(): Frame | undefined {
    return this.#frames.at(-1);
  }

  get depth(): number {
    return this.#frames.length - 1;
  }

  get place(): Place {
    const { folder = null, last = null } = this.top ?? {};
    return { folder, last };
  }

  /** It is opened when it is needed. */
  push(folder: Folder, globs: FolderGlobs | null): void {
    const above = this.top;
    if (above !== undefined) {
      above.last = folder;
      keepFirst(above, MAX_KEPT_ABOVE);
    }
    this.#frames.push(makeFrame(folder, globs));
  }

  pop(): void {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#letGo(frame);
  }

  /** The last folder, opened if need be. Null if the way to it has ended before it: then the last one is another. */
  async hold(clock: CallClock): Promise<OpenFolder | null> {
    const frames = this.#frames;
    let at = frames.findLastIndex(({ open }) => open !== null);
    let open = frames[at]?.open ?? null;
    for (let next = frames[at + 1]; next?.folder && open !== null; next = frames[at + 1]) {
      if (clock.isDue()) await clock.rest();
      next.open = await this.#open(open, next, next.folder, clock);
      if (next.open === null) {
        while (frames.length > at + 1) this.pop();
        return null;
      }
      open = next.open;
      at += 1;
      this.#letGoAt(Math.min(at - 1, frames.length - 1 - MAX_OPEN));
    }
    return open;
  }

  close(): void {
    while (this.#frames.length > 0) this.pop();
  }

  #letGoAt(index: number): void {
    const frame = this.#frames[index];
    if (frame !== undefined) this.#letGo(frame);
  }

  #letGo(frame: Frame): void {
    if (frame.folder === null) return;
    frame.open?.directory.close();
    frame.open = null;
    frame.entries = null;
  }
}

function keepFirst(frame: Frame, most: number): void {
  const { entries, at } = frame;
  if (entries === null || entries.length - at <= most) return;
  frame.entries = entries.slice(at, at + most);
  frame.at = 0;
  frame.hasMore = true;
}

function makeFrame(folder: Folder | null, globs: FolderGlobs | null): Frame {
  return { folder, globs, filter: null, open: null, entries: null, at: 0, hasMore: true, last: null };
}
