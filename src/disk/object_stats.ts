// Reads the metadata of an object.

import { type BigIntStats, constants, type Dirent, fstatSync } from "node:fs";
import { toToolError } from "./faults.ts";
import type { EntryKind, Metadata } from "./types.ts";

// Both runtimes may round the floating-point `mtimeMs` up to the next millisecond; the nanoseconds are exact.
const NANOSECONDS_PER_MS = 1_000_000n;

/** For an open object. Throws a `ToolError` that names `asked`. */
export function statusOf(fd: number, asked: string): BigIntStats {
  try {
    return fstatSync(fd, { bigint: true });
  } catch (error) {
    throw toToolError(error, asked);
  }
}

export function toMetadata(stats: BigIntStats): Metadata {
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), modifiedMs: floorToMs(stats.mtimeNs) };
}

/** BigInt division rounds towards zero, which would round up before 1970. */
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

// O_NONBLOCK: if a FIFO replaces a file, opening it does not block. Both flags are absent on Windows.
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
