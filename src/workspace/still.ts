// Proves, where paths are all there is, that a path was looked up through the directories it seems to go through. Replacing a name
// changes the status time of the directory that holds it, and no program can set that time; so if all directories on the
// way have the same time before and after a look-up, none of their names was replaced meanwhile. Leaves to the strategy what is
// looked up.

import { type BigIntStats, lstatSync } from "node:fs";
import { rawToFsPath } from "./names.ts";
import type { Pace } from "./pace.ts";

// Clocks of file systems stand still between two ticks: 16 ms on Windows, 1 to 10 ms on Linux. A directory that changed within
// this time may change again without showing it, so it is first left to grow older.
const TICK_MS = 20;
// Some file systems keep whole seconds only (ext4 with small inodes, HFS+), FAT every second one.
const COARSE_TICK_MS = 2000 + TICK_MS;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;
// A guess: an editor that saves by renaming disturbs one attempt, a process that never stops disturbs all.
const MAX_ATTEMPTS = 3;

export type Identity = Pick<BigIntStats, "dev" | "ino">;

/** What a look-up goes through. All paths are raw. */
export interface Way {
  /** What must stand at the first of `directories`. */
  readonly root: Identity;
  /** The root and so on down to the directory that holds the name looked up; for the root itself, the root alone. */
  readonly directories: readonly string[];
}

type Observation = readonly BigIntStats[];

/** The way to what lies in the directory at `path`, which is the last of `way` already if it is the root. */
export function wayThrough(way: Way, path: string): Way {
  return way.directories.at(-1) === path ? way : { ...way, directories: [...way.directories, path] };
}

export function isSameObject(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

export function lstatRaw(rawPath: string): BigIntStats {
  return lstatSync(rawToFsPath(rawPath), { bigint: true });
}

/**
 * The result of `look`, or null if the directories of `way` would not stand still, one of them is none, or the root is another.
 * `drop` lets go of a result that cannot be trusted. Blocks the thread while it waits.
 */
export function whileStill<T>(
  way: Way,
  look: () => T,
  drop: (untrusted: T) => void,
  pace: Pace,
  lstat = lstatRaw,
): T | null {
  const attempts = makeAttempts(() => observe(way, lstat), look, drop);
  for (;;) {
    const step = attempts.next();
    if (step.done) return step.value;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step.value);
    pace.check();
  }
}

/** The same for whoever can wait without the thread. */
export async function whenStill<T>(
  way: Way,
  look: () => T,
  drop: (untrusted: T) => void,
  pace: Pace,
): Promise<T | null> {
  const attempts = makeAttempts(() => observe(way, lstatRaw), look, drop);
  for (;;) {
    const step = attempts.next();
    if (step.done) return step.value;
    await pace.sleep(step.value);
  }
}

/** Yields how many milliseconds to wait before going on. */
function* makeAttempts<T>(
  observeWay: () => Observation | null,
  look: () => T,
  drop: (untrusted: T) => void,
): Generator<number, T | null, void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = observeWay();
    if (before === null) continue;
    if (before.some(isCoarseAndYoung)) return null;
    if (before.some((stats) => isYounger(stats, TICK_MS))) {
      yield TICK_MS;
      if (!isUnchanged(before, observeWay())) continue;
    }
    const result = look();
    let isTrusted = false;
    try {
      isTrusted = isUnchanged(before, observeWay());
      if (isTrusted) return result;
    } finally {
      if (!isTrusted) drop(result);
    }
  }
  return null;
}

/** Null if one of them is no directory, or the root is not the one it was. */
function observe(way: Way, lstat: typeof lstatRaw): Observation | null {
  const seen = way.directories.map(lstat);
  const [root] = seen;
  if (root === undefined || !isSameObject(root, way.root)) return null;
  return seen.every((stats) => stats.isDirectory()) ? seen : null;
}

function isUnchanged(before: Observation, after: Observation | null): boolean {
  if (after === null) return false;
  return before.every((one, index) => {
    const other = after[index];
    return other !== undefined && isSameObject(one, other) && one.ctimeNs === other.ctimeNs;
  });
}

/** A time in the future says that the two clocks differ; it counts as young. */
function isYounger(stats: BigIntStats, ageMs: number): boolean {
  return Date.now() - Number(stats.ctimeMs) <= ageMs;
}

/** Too long to be waited for. An exact clock shows a whole second once in a million changes at most. */
function isCoarseAndYoung(stats: BigIntStats): boolean {
  return stats.ctimeNs % NANOSECONDS_PER_SECOND === 0n && isYounger(stats, COARSE_TICK_MS);
}
