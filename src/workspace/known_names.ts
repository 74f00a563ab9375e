// Caches which names a directory has until the directory changes, at a third of the cost of another look-up. Only for file systems that
// show every change of a directory's names in its own times.

import { type Stats, statfsSync } from "node:fs";
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
  readonly dev: number;
  readonly ctimeMs: number;
  readonly kind: EntryKind | null;
}

const names = new Map<string, Known>();

/** Whether the directory at `path` is on such a file system. Checked each time, because a later mount can reuse the device number. */
export function isTelling(path: string): boolean {
  return TELLING_SYSTEMS.has(statfsSync(path).type);
}

/** The kind of `raw` in a directory whose state was just read; null: it does not exist. Undefined: it must be looked up. */
export function recallName(state: DirectoryState | null, raw: string): EntryKind | null | undefined {
  const known = state === null ? undefined : names.get(keyOf(state.ino, raw));
  return known?.ctimeMs === state?.ctimeMs && known?.dev === state?.dev ? known?.kind : undefined;
}

/** `state` was read before the name was looked up, and `path` leads to the directory. */
export function rememberName(state: DirectoryState | null, path: string, raw: string, kind: EntryKind | null): void {
  if (state === null) return;
  const { dev, ino, ctimeMs } = state;
  // An inexact number could stand for two directories.
  if (Date.now() - ctimeMs <= TICK_MS || !Number.isSafeInteger(ino) || !isTelling(path)) return;
  if (names.size >= MAX_NAMES) names.clear();
  names.set(keyOf(ino, raw), { dev, ctimeMs, kind });
}

function keyOf(ino: number, raw: string): string {
  return `${ino}/${raw}`;
}
