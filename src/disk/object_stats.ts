// Reads the metadata of an object, and the start of a file's content.

import { type BigIntStats, constants, type Dirent, fstatSync, lstatSync, readSync, type Stats } from "node:fs";
import type { CallClock } from "./call_clock.ts";
import { toToolError } from "./faults.ts";
import type { EntryKind, FileContent, Metadata } from "./types.ts";

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
  return withTime(stats, floorToMs(stats.mtimeNs));
}

/** For several objects by their paths, without following links. */
export function makeMetadataReader(): (path: string | Buffer) => Metadata {
  let isExact = false;
  return (path) => {
    if (!isExact) {
      const stats = lstatSync(path);
      // This takes less time. But a whole number may have been rounded up, and then those of its siblings are often whole too.
      isExact = Number.isInteger(stats.mtimeMs);
      if (!isExact) return withTime(stats, Math.floor(stats.mtimeMs));
    }
    return toMetadata(lstatSync(path, { bigint: true }));
  };
}

function withTime(stats: Stats | BigIntStats, modifiedMs: number): Metadata {
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), modifiedMs };
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

/** Reads one byte beyond `limitBytes`, to find out whether the file is longer. */
export function readUpTo(fd: number, limitBytes: number, clock: CallClock): FileContent {
  const wanted = limitBytes + 1;
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(wanted, fstatSync(fd).size + 1));
  let length = 0;
  while (length < wanted) {
    clock.check();
    if (length === buffer.length) buffer = grow(buffer, wanted);
    const count = readSync(fd, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return { bytes: buffer.subarray(0, Math.min(length, limitBytes)), more: length > limitBytes };
}

/** The file has grown since its size was read. */
function grow(buffer: Buffer, wanted: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(wanted, Math.max(buffer.length * 2, 4096)));
  buffer.copy(larger);
  return larger;
}
