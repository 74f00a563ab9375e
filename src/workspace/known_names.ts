// Remembers which names a directory has, until the directory changes: that costs a third of another look-up. Only for file systems that show
// every change of a directory's names in its own times.

import { type Stats, statfsSync } from "node:fs";
import type { EntryKind } from "./types.ts";

// statfs(2): ext, XFS, memory, layers. They also tell by the size of a directory how many names it has.
const TELLING_SYSTEMS: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994, 0x794c7630]);
// A directory can change again within one tick of the clock without showing it. The coarsest that these systems keep is a second.
const TICK_MS = 2000;
// A guess: the folders of a large repository. About a megabyte.
const MAX_NAMES = 10_000;

/** Of the directory itself. */
type DirectoryState = Pick<Stats, "dev" | "ino" | "ctimeMs">;

interface Known {
  readonly dev: number;
  readonly ctimeMs: number;
  readonly kind: EntryKind | null;
}

const names = new Map<string, Known>();

/** Whether the directory at `path` lies on such a file system. Asked each time: a later mount can have the device number of an earlier one. */
export function isTelling(path: string): boolean {
  return TELLING_SYSTEMS.has(statfsSync(path).type);
}

/** What `raw` is in a directory whose state was asked for just now; null: nothing. Undefined: it has to be looked up. */
export function recallName(state: DirectoryState | null, raw: string): EntryKind | null | undefined {
  const known = state === null ? undefined : names.get(keyOf(state.ino, raw));
  return known?.ctimeMs === state?.ctimeMs && known?.dev === state?.dev ? known?.kind : undefined;
}

/** `state` was asked for before the name was looked up, and `path` leads to the directory. */
export function rememberName(state: DirectoryState | null, path: string, raw: string, kind: EntryKind | null): void {
  if (state === null) return;
  const { dev, ino, ctimeMs } = state;
  // A number that is not exact could be that of two directories.
  if (Date.now() - ctimeMs <= TICK_MS || !Number.isSafeInteger(ino) || !isTelling(path)) return;
  if (names.size >= MAX_NAMES) names.clear();
  names.set(keyOf(ino, raw), { dev, ctimeMs, kind });
}

function keyOf(ino: number, raw: string): string {
  return `${ino}/${raw}`;
}
