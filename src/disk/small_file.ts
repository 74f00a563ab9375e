// Reads a whole small file by its path, unless the caller already knows it. A link at the end of the path is not followed.

import { type BigIntStats, fstatSync, lstatSync, type Stats } from "node:fs";
import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { Descriptor } from "./descriptor.ts";
import { errnoOf, faultReason, toToolError } from "./faults.ts";
import { kindOf, readUpTo } from "./object_stats.ts";
import { MAX_ATTEMPTS, TransientChange } from "./retry.ts";
import type { FileStamp, SmallFile, SmallFileFault } from "./types.ts";

const NANOSECONDS_PER_MS = 1_000_000n;

export interface SmallFileRequest {
  readonly limitBytes: number;
  /** The stamp of the version that the caller has read before. */
  readonly knownId: string | undefined;
  readonly clock: CallClock;
  /** The path for error messages. */
  readonly asked: string;
  /** Opens the file for reading; must not follow links. */
  readonly open: () => number;
}

/** Throws only if the call is over, or for transient errors, which say nothing about the file. */
export function readSmallFile(path: string | Buffer, request: SmallFileRequest): SmallFile {
  for (let looks = 0; looks < MAX_ATTEMPTS; looks++) {
    const found = readOnce(path, request);
    if (found !== "replaced") return found;
  }
  throw toToolError(new TransientChange(null), request.asked);
}

function readOnce(path: string | Buffer, request: SmallFileRequest): SmallFile | "replaced" {
  try {
    // Checked first: only files may be opened, and most folders have no such file.
    const seen = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (seen === undefined) return { fault: "missing" };
    const fault = findFault(seen, request.limitBytes);
    if (fault !== null) return { fault };
    const stamp = toStamp(seen);
    return stamp.id === request.knownId ? { fault: null, stamp, bytes: null } : readOpened(request);
  } catch (error) {
    if (ToolError.isInstance(error)) throw error;
    const reason = faultReason(error);
    if (reason === "exhausted") throw toToolError(error, request.asked);
    // The file is gone or was replaced by a link: the next look tells.
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ELOOP") return "replaced";
    return { fault: reason === "unreachable" ? "unreachable" : "unreadable" };
  }
}

function readOpened({ open, limitBytes, clock, asked }: SmallFileRequest): SmallFile {
  using file = new Descriptor(open(), asked);
  const stats = fstatSync(file.fd, { bigint: true });
  const fault = findFault(stats, limitBytes);
  if (fault !== null) return { fault };
  const { bytes, more } = readUpTo(file.fd, limitBytes, clock);
  return more ? { fault: "too_large" } : { fault: null, stamp: toStamp(stats), bytes };
}

/** Why it must not be read, as far as its status tells. */
export function findFault(stats: Stats | BigIntStats, limitBytes: number): SmallFileFault | null {
  const kind = kindOf(stats);
  if (kind !== "file") return kind === "symlink" ? "symlink" : "not_a_file";
  return stats.size > limitBytes ? "too_large" : null;
}

export function toStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return {
    id: `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}`,
    changedMs: Math.max(Number(mtimeNs / NANOSECONDS_PER_MS), Number(ctimeNs / NANOSECONDS_PER_MS)),
    device: dev,
  };
}
