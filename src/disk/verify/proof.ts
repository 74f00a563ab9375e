// Proves that a path was looked up through the directories that it names. Replacing a name changes the status time of its directory, and no
// program can set that time; so if all directories on the path have the same time before and after a look-up, none of their names was
// replaced meanwhile.

import { type BigIntStats, lstatSync } from "node:fs";
import { clockMs } from "../call_clock.ts";
import { TransientChange } from "../faults.ts";
import { rawToFsPath } from "../names.ts";
import type { Steps } from "../steps.ts";

// File system clocks advance in ticks: 16 ms on Windows, 1 to 10 ms on Linux. A directory that changed within this time may change again
// unnoticed, so the look-up waits first.
const TICK_MS = 20;
// Timers may fire a millisecond early.
export const WAIT_MS = TICK_MS + 2;
// Some file systems store whole seconds only (ext4 with small inodes, HFS+), FAT every second one.
const COARSE_TICK_MS = 2000 + TICK_MS;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

// Some tenths of a millisecond.
const LOOKS_PER_STEP = 64;

export type Identity = Pick<BigIntStats, "dev" | "ino">;

/** The directories that a look-up goes through. All paths are raw. */
export interface WalkedPath {
  /** The identity that `rootPath` must have, if it is one of `directories`. */
  readonly root: Identity;
  readonly rootPath: string;
  /** Those above the root, the root, and so on down to the directory that contains the name looked up. */
  readonly directories: readonly string[];
}

// Recently changed directories by path, and since when they have been unchanged. Otherwise a directory whose time is in the future, because
// of another clock, would count as recent until then.
const sightings = new Map<string, { readonly stats: BigIntStats; readonly sinceMs: number }>();
// A guess: as many as change within a tick.
const MAX_SIGHTINGS = 1000;

/** The path to the entries of the directory at `path`. If that is the root, it is already the last of `walked`. */
export function extendPath(walked: WalkedPath, path: string): WalkedPath {
  return walked.directories.at(-1) === path ? walked : { ...walked, directories: [...walked.directories, path] };
}

export function isSameObject(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

export function lstatRaw(rawPath: string): BigIntStats {
  return lstatSync(rawToFsPath(rawPath), { bigint: true });
}

/**
 * Returns the result of `look`, or throws its failure, because "not found" must be reliable too. Throws `TransientChange` if one of the
 * directories of `walked` has just changed, changes meanwhile or is not a directory, or if the root was replaced. `drop` releases a result
 * that cannot be trusted.
 */
export function* proved<T>(
  walked: WalkedPath,
  look: () => Steps<T>,
  drop: (untrusted: T) => void,
  lstat = lstatRaw,
): Steps<T> {
  return yield* PathProof.through(walked, lstat).conclude(look(), drop);
}

/** The state of the directories before a look-up. A walk adds them one by one. */
export class PathProof {
  readonly #lstat: typeof lstatRaw;
  readonly #seen = new Map<string, BigIntStats>();
  #isYoung = false;
  #isCoarse = false;

  constructor(lstat = lstatRaw) {
    this.#lstat = lstat;
  }

  /** Of all directories of `walked`, at once. */
  static through({ root, rootPath, directories }: WalkedPath, lstat = lstatRaw): PathProof {
    const proof = new PathProof(lstat);
    for (const path of directories) {
      const stats = lstat(path);
      if (!stats.isDirectory() || (path === rootPath && !isSameObject(stats, root))) throw new TransientChange(null);
      proof.add(path, stats);
    }
    proof.requireSettled();
    return proof;
  }

  /** Call this before looking up anything in the directory at `path`; `stats` are its own. */
  add(path: string, stats: BigIntStats): void {
    const known = this.#seen.get(path);
    if (known !== undefined && !isSameState(known, stats)) throw new TransientChange(WAIT_MS);
    if (known !== undefined) return;
    this.#seen.set(path, stats);
    if (isCoarseAndYoung(stats)) this.#isCoarse = true;
    // All of them are checked, so that one wait is enough for all.
    if (!isSettled(stats, path)) this.#isYoung = true;
  }

  /** Call this before opening anything. */
  requireSettled(): void {
    // Whole seconds are too long to wait.
    if (this.#isCoarse) throw new TransientChange(null);
    if (this.#isYoung) throw new TransientChange(WAIT_MS);
  }

  /** The result of `look`, or its failure, if it can be trusted; otherwise the result is dropped. */
  *conclude<T>(look: Steps<T>, drop: (untrusted: T) => void): Steps<T> {
    let result: T;
    try {
      result = yield* look;
    } catch (error) {
      yield* this.#confirm();
      throw error;
    }
    let isProved = false;
    try {
      yield* this.#confirm();
      isProved = true;
      return result;
    } finally {
      if (!isProved) drop(result);
    }
  }

  *#confirm(): Steps<void> {
    this.requireSettled();
    let count = 0;
    for (const [path, before] of this.#seen) {
      if (++count % LOOKS_PER_STEP === 0) yield;
      if (!this.#isUnchanged(path, before)) throw new TransientChange(WAIT_MS);
    }
  }

  #isUnchanged(path: string, before: BigIntStats): boolean {
    try {
      return isSameState(before, this.#lstat(path));
    } catch {
      return false;
    }
  }
}

/** Whether another change would be visible. */
function isSettled(stats: BigIntStats, path: string): boolean {
  if (!isYounger(stats, TICK_MS)) return true;
  const nowMs = clockMs();
  const known = sightings.get(path);
  if (known !== undefined && isSameState(known.stats, stats)) return nowMs - known.sinceMs > TICK_MS;
  if (sightings.size >= MAX_SIGHTINGS) sightings.clear();
  sightings.set(path, { stats, sinceMs: nowMs });
  return false;
}

function isSameState(a: BigIntStats, b: BigIntStats): boolean {
  return isSameObject(a, b) && a.ctimeNs === b.ctimeNs;
}

function isYounger(stats: BigIntStats, ageMs: number): boolean {
  return Date.now() - Number(stats.ctimeMs) <= ageMs;
}

/** With an exact clock, at most one change in a million falls on a whole second. */
function isCoarseAndYoung(stats: BigIntStats): boolean {
  return stats.ctimeNs % NANOSECONDS_PER_SECOND === 0n && isYounger(stats, COARSE_TICK_MS);
}
