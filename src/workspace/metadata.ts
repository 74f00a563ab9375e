// What the kernel says about an object, in the shape the tools use. Leaves fetching it to the strategies.

import type { BigIntStats, Dirent } from "node:fs";
import type { EntryKind, Metadata } from "./types.ts";

// Two runtimes round the floating-point `mtimeMs` up across a millisecond; the nanoseconds are exact.
const NANOSECONDS_PER_MS = 1_000_000n;

export function toMetadata(stats: BigIntStats): Metadata {
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), modifiedMs: floorToMs(stats.mtimeNs) };
}

/** BigInt division rounds towards zero, which would be up before 1970. */
function floorToMs(nanoseconds: bigint): number {
  const remainder = nanoseconds % NANOSECONDS_PER_MS;
  const whole = nanoseconds / NANOSECONDS_PER_MS;
  return Number(remainder < 0n ? whole - 1n : whole);
}

export function kindOf(source: Pick<Dirent, "isDirectory" | "isFile" | "isSymbolicLink">): EntryKind {
  if (source.isFile()) return "file";
  if (source.isDirectory()) return "directory";
  return source.isSymbolicLink() ? "symlink" : "other";
}
