// Proves, where paths are all there is, that a path was looked up through the directories it seems to go through. Replacing a name
// changes the status time of the directory that holds it, and no program can set that time; so if all directories on the
// way have the same time before and after a look-up, none of their names was replaced meanwhile. Leaves to the strategy what is
// looked up, and waiting to pace.ts.

import { type BigIntStats, lstatSync } from "node:fs";
import { rawToFsPath } from "./names.ts";
import { clockMs, type Steps, Unsettled } from "./pace.ts";

// Clocks of file systems stand still between two ticks: 16 ms on Windows, 1 to 10 ms on Linux. A directory that changed within
// this time may change again without showing it, so it is first left to grow older.
const TICK_MS = 20;
// Timers may be early by a millisecond.
export const WAIT_MS = TICK_MS + 2;
// Some file systems keep whole seconds only (ext4 with small inodes, HFS+), FAT every second one.
const COARSE_TICK_MS = 2000 + TICK_MS;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

export type Identity = Pick<BigIntStats, "dev" | "ino">;

/** What a look-up goes through. All paths are raw. */
export interface Way {
  /** What must stand at `rootPath`, if that is one of `directories`. */
  readonly root: Identity;
  readonly rootPath: string;
  /** Those above the root, the root, and so on down to the directory that holds the name looked up. */
  readonly directories: readonly string[];
}

// Young directories by path, and since when they have looked as they do: one whose time lies in the future, since its clock is
// another, would otherwise be young for as long as that is so.
const sightings = new Map<string, { readonly stats: BigIntStats; readonly sinceMs: number }>();
// A guess: as many as are written to within a tick.
const MAX_SIGHTINGS = 1000;

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
 * The result of `look`, or its failure: that something is missing has to be believed as well. Throws `Unsettled` if one of the
 * directories of `way` has just changed or changes meanwhile, is none, or the root is another. `drop` lets go of a result that
 * cannot be trusted.
 */
export function whileStill<T>(way: Way, look: () => T, drop: (untrusted: T) => void, lstat = lstatRaw): T {
  const proof = { way, before: requireSettled(way, lstat), lstat };
  let result: T;
  try {
    result = look();
  } catch (error) {
    throw requireUnchanged(proof, error, ignore);
  }
  return requireUnchanged(proof, result, drop);
}

/** The same for a look that takes time. */
export async function whenStill<T>(way: Way, look: () => T | Promise<T>, drop: (untrusted: T) => void): Promise<T> {
  const proof = { way, before: requireSettled(way, lstatRaw), lstat: lstatRaw };
  let result: T;
  try {
    result = await look();
  } catch (error) {
    throw requireUnchanged(proof, error, ignore);
  }
  return requireUnchanged(proof, result, drop);
}

/** The same for a walk, which finds out on its way which directories it goes through. */
export class WalkProof {
  readonly #seen = new Map<string, BigIntStats>();
  #isYoung = false;
  #isCoarse = false;

  /** To be called before anything is looked up in the directory at `path`; `stats` are its own. */
  add(path: string, stats: BigIntStats): void {
    const known = this.#seen.get(path);
    if (known !== undefined && !isSameState(known, stats)) throw new Unsettled(WAIT_MS);
    if (known !== undefined) return;
    this.#seen.set(path, stats);
    if (isCoarseAndYoung(stats)) this.#isCoarse = true;
    // All of them are looked at, so that one wait is enough for all.
    if (!isSettled(stats, path)) this.#isYoung = true;
  }

  /** To be called before anything is opened. */
  requireSettled(): void {
    // Whole seconds are too long to be waited for.
    if (this.#isCoarse) throw new Unsettled(null);
    if (this.#isYoung) throw new Unsettled(WAIT_MS);
  }

  /** To be called at the end: throws unless all that was found, or found missing, can be believed. */
  *confirm(): Steps<void> {
    this.requireSettled();
    for (const [path, before] of this.#seen) {
      yield;
      if (!isUnchangedAt(path, before)) throw new Unsettled(WAIT_MS);
    }
  }
}

function isUnchangedAt(path: string, before: BigIntStats): boolean {
  try {
    return isSameState(before, lstatRaw(path));
  } catch {
    return false;
  }
}

function ignore(): void {}

interface Proof {
  readonly way: Way;
  readonly before: Observation;
  readonly lstat: typeof lstatRaw;
}

function requireSettled(way: Way, lstat: typeof lstatRaw): Observation {
  const seen = observe(way, lstat);
  // Whole seconds are too long to be waited for.
  if (seen === null || seen.some(isCoarseAndYoung)) throw new Unsettled(null);
  // All of them are looked at, so that one wait is enough for all.
  const unsettled = seen.filter((stats, at) => !isSettled(stats, way.directories[at] ?? ""));
  if (unsettled.length > 0) throw new Unsettled(WAIT_MS);
  return seen;
}

/** Whether the next change would show. */
function isSettled(stats: BigIntStats, path: string): boolean {
  if (!isYounger(stats, TICK_MS)) return true;
  const nowMs = clockMs();
  const known = sightings.get(path);
  if (known !== undefined && isSameState(known.stats, stats)) return nowMs - known.sinceMs > TICK_MS;
  if (sightings.size >= MAX_SIGHTINGS) sightings.clear();
  sightings.set(path, { stats, sinceMs: nowMs });
  return false;
}

function requireUnchanged<T>({ way, before, lstat }: Proof, result: T, drop: (untrusted: T) => void): T {
  let isTrusted = false;
  try {
    isTrusted = isUnchanged(before, observe(way, lstat));
    if (isTrusted) return result;
  } finally {
    if (!isTrusted) drop(result);
  }
  throw new Unsettled(WAIT_MS);
}

/** Null if one of them is no directory, or the root is not the one it was. */
function observe(way: Way, lstat: typeof lstatRaw): Observation | null {
  const seen = way.directories.map(lstat);
  const root = seen[way.directories.indexOf(way.rootPath)];
  if (root !== undefined && !isSameObject(root, way.root)) return null;
  return seen.every((stats) => stats.isDirectory()) ? seen : null;
}

function isUnchanged(before: Observation, after: Observation | null): boolean {
  if (after === null) return false;
  return before.every((one, index) => {
    const other = after[index];
    return other !== undefined && isSameState(one, other);
  });
}

function isSameState(a: BigIntStats, b: BigIntStats): boolean {
  return isSameObject(a, b) && a.ctimeNs === b.ctimeNs;
}

function isYounger(stats: BigIntStats, ageMs: number): boolean {
  return Date.now() - Number(stats.ctimeMs) <= ageMs;
}

/** An exact clock shows a whole second once in a million changes at most. */
function isCoarseAndYoung(stats: BigIntStats): boolean {
  return stats.ctimeNs % NANOSECONDS_PER_SECOND === 0n && isYounger(stats, COARSE_TICK_MS);
}
