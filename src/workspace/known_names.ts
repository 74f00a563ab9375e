// What is known about the disk of one open root: which names its directories have, until they change, at a third of the cost of another
// look-up. Only for file systems that show every change of a directory's names in its own times.

import { fstatSync, type Stats, statfsSync } from "node:fs";
import type { Descriptor } from "./descriptor.ts";
import type { EntryKind } from "./types.ts";

// statfs(2): ext, XFS, tmpfs, overlay. The size of their directories also tells the number of names.
const TELLING_SYSTEMS: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994, 0x794c7630]);
// Two changes within one tick of the clock look the same. The coarsest of these file systems has a second.
const TICK_MS = 2000;
// A guess: the folders of a large repository. About a megabyte.
const MAX_NAMES = 10_000;

/** The state of the directory itself. */
type DirectoryState = Pick<Stats, "dev" | "ino" | "ctimeMs">;

interface Known {
  readonly ctimeMs: number;
  readonly kind: EntryKind | null;
}

/** The disk of a root. Its number means no other disk, because the open root keeps it mounted. */
interface OwnDisk {
  readonly device: number;
  readonly isTelling: boolean;
}

function isTelling(path: string): boolean {
  return TELLING_SYSTEMS.has(statfsSync(path).type);
}

export class KnownNames {
  readonly #root: Descriptor;
  readonly #names = new Map<string, Known>();
  #own: OwnDisk | undefined;

  constructor(root: Descriptor) {
    this.#root = root;
  }

  /** Whether the directory at `path` is on such a file system. Other disks are asked each time, because a later mount can reuse a number. */
  isTelling(device: number, path: string): boolean {
    const own = this.#ownDisk;
    return device === own?.device ? own.isTelling : isTelling(path);
  }

  /** The kind of `raw` in a directory whose state was just read; null: it does not exist. Undefined: it must be looked up. */
  recall(state: DirectoryState | null, raw: string): EntryKind | null | undefined {
    const known = this.#isOwn(state) ? this.#names.get(keyOf(state.ino, raw)) : undefined;
    return known?.ctimeMs === state?.ctimeMs ? known?.kind : undefined;
  }

  /** `state` was read before the name was looked up. */
  remember(state: DirectoryState | null, raw: string, kind: EntryKind | null): void {
    // An inexact number could stand for two directories.
    if (!this.#isOwn(state) || !Number.isSafeInteger(state.ino) || Date.now() - state.ctimeMs <= TICK_MS) return;
    if (this.#names.size >= MAX_NAMES) this.#names.clear();
    this.#names.set(keyOf(state.ino, raw), { ctimeMs: state.ctimeMs, kind });
  }

  #isOwn(state: DirectoryState | null): state is DirectoryState {
    const own = this.#ownDisk;
    return own?.isTelling === true && own.device === state?.dev;
  }

  /** Null once the root is closed. */
  get #ownDisk(): OwnDisk | null {
    if (!this.#root.isOpen) return null;
    const { fd } = this.#root;
    this.#own ??= { device: fstatSync(fd).dev, isTelling: isTelling(`/proc/self/fd/${fd}`) };
    return this.#own;
  }
}

function keyOf(ino: number, raw: string): string {
  return `${ino}/${raw}`;
}
