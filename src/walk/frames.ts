// The stack of folders of a walk, from its start down. Only the last ones are kept open; the others are reduced to their names and opened
// again when the walk returns to them. Resuming at a cursor works the same way.

import type { Steps } from "../disk/steps.ts";
import type { Entry } from "../disk/types.ts";
import type { GlobProgress } from "../match/glob.ts";
import type { View } from "../view/view.ts";
import type { WalkFolder } from "./folder.ts";
import { type EntryName, type Folder, foldersTo, type Place } from "./place.ts";

// 32 calls run at once, and the usual limit of a process is 1,024 descriptors.
const MAX_OPEN = 12;
/** The number of entries of a folder that are kept while the walk is below it. The others are read again on their turn. */
const MAX_KEPT_ABOVE = 4096;

export interface OpenFolder {
  readonly folder: WalkFolder;
  readonly sought: Sought;
}

/** The state of the requested globs in a folder; null if everything is requested. */
export interface Sought {
  readonly globs: GlobProgress | null;
}

export interface Frame {
  /** Null for the start. */
  readonly folder: Folder | null;
  /** Null for a folder that so far only a cursor has named. */
  sought: Sought | null;
  /** How the tool sees its entries; kept while the folder is closed. Null until it is first opened. */
  view: View | null;
  open: OpenFolder | null;
  /** Some of its entries in order, all after `last`; null if they have not been read. */
  entries: readonly Entry[] | null;
  /** The index of the next one. */
  at: number;
  /** Whether further entries follow. */
  hasMore: boolean;
  /** The last entry that had its turn. */
  last: EntryName | null;
}

/** Opens a folder in the one above it; null if it cannot or must not be entered. */
export type OpenFrame = (above: OpenFolder, frame: Frame, folder: Folder) => Steps<OpenFolder | null>;

export class FrameStack {
  readonly #frames: Frame[];
  readonly #open: OpenFrame;

  /** The caller closes the folder at the start. */
  constructor(start: OpenFolder, place: Place, open: OpenFrame) {
    this.#open = open;
    this.#frames = [{ ...makeFrame(null, start.sought), open: start }];
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

  /** It is opened on demand. */
  push(folder: Folder, sought: Sought | null): void {
    const above = this.top;
    if (above !== undefined) {
      above.last = folder;
      keepFirst(above, MAX_KEPT_ABOVE);
    }
    this.#frames.push(makeFrame(folder, sought));
  }

  pop(): void {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#letGo(frame);
  }

  /** The last folder, opened if necessary. Null if a folder on the way is gone: then the last one is another. */
  *hold(): Steps<OpenFolder | null> {
    const frames = this.#frames;
    let at = frames.findLastIndex(({ open }) => open !== null);
    let open = frames[at]?.open ?? null;
    for (let next = frames[at + 1]; next?.folder && open !== null; next = frames[at + 1]) {
      yield;
      next.open = yield* this.#open(open, next, next.folder);
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
    frame.open?.folder.close();
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

function makeFrame(folder: Folder | null, sought: Sought | null): Frame {
  return { folder, sought, view: null, open: null, entries: null, at: 0, hasMore: true, last: null };
}
