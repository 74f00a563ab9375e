// Proves, where paths are all there is, that a path was looked up through the directories it seems to go through. Replacing a name
// changes the status time of the directory that holds it, and no program can set that time; so if all directories on the
// way have the same time before and after a look-up, none of their names was replaced meanwhile. Leaves to the strategy what is
// looked up.

import { type BigIntStats, lstatSync } from "node:fs";
import { rawToFsPath } from "./names.ts";

// Clocks of file systems stand still between two ticks: 16 ms on Windows, 1 to 10 ms on Linux. A directory that changed within
// this time may change again without showing it, so it is first left to grow older.
const TICK_MS = 20;
// A guess: an editor that saves by renaming disturbs one attempt, a process that never stops disturbs all.
const MAX_ATTEMPTS = 3;

export type Identity = Pick<BigIntStats, "dev" | "ino">;

export function isSameObject(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

export function lstatRaw(rawPath: string): BigIntStats {
  return lstatSync(rawToFsPath(rawPath), { bigint: true });
}

/**
 * The result of `look`, or null if the `directories` would not stand still, or one of them is none. `drop` lets go of a result
 * that cannot be trusted. `directories` are raw paths from the root down to the one that holds the name looked up.
 */
export function whileStill<T>(directories: readonly string[], look: () => T, drop: (untrusted: T) => void): T | null {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = waitUntilOld(directories);
    if (before === null) continue;
    const result = look();
    let isTrusted = false;
    try {
      isTrusted = isUnchanged(before, observe(directories));
      if (isTrusted) return result;
    } finally {
      if (!isTrusted) drop(result);
    }
  }
  return null;
}

/** Null if one of them is no directory. */
function observe(directories: readonly string[]): readonly BigIntStats[] | null {
  const seen = directories.map(lstatRaw);
  return seen.every((stats) => stats.isDirectory()) ? seen : null;
}

function isUnchanged(before: readonly BigIntStats[], after: readonly BigIntStats[] | null): boolean {
  return before.every((one, index) => {
    const other = after?.[index];
    return other !== undefined && isSameObject(one, other) && one.ctimeNs === other.ctimeNs;
  });
}

/** The directories as they are, once a change would show; null if they changed while they were waited for. */
function waitUntilOld(directories: readonly string[]): readonly BigIntStats[] | null {
  const first = observe(directories);
  if (first === null) return null;
  const youngestMs = first.reduce((latest, stats) => Math.max(latest, Number(stats.ctimeMs)), 0);
  // A time in the future says that the two clocks differ; it is waited for like a young one.
  if (Date.now() - youngestMs > TICK_MS) return first;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS);
  return isUnchanged(first, observe(directories)) ? first : null;
}
