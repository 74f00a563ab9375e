// Reads one file of a directory whole, into a buffer that the caller keeps for the next one: a search reads thousands in a row.

import { readSync } from "node:fs";
import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { faultReason, toToolError } from "./faults.ts";
import type { FileBuffer } from "./file_buffer.ts";
import { TransientChange } from "./retry.ts";
import type { ChildFile } from "./types.ts";

// Takes about a millisecond.
const BYTES_PER_READ = 1_048_576;

/**
 * The whole of an open file that had `sizeBytes` a moment ago. If it still has, one read is enough: the end of the file is asked for only if
 * another number of bytes came.
 */
export async function readInto(into: FileBuffer, fd: number, sizeBytes: number, clock: CallClock): Promise<ChildFile> {
  let length = 0;
  for (;;) {
    const buffer = into.make(Math.max(sizeBytes, length) + 1, length);
    const room = Math.min(buffer.length - length, BYTES_PER_READ);
    const count = readSync(fd, buffer, length, room, length);
    length += count;
    if (length > into.limitBytes) return { fault: "too_large" };
    if (count === 0 || (length === sizeBytes && count < room))
      return { fault: null, bytes: buffer.subarray(0, length) };
    if (clock.isDue()) await clock.rest();
  }
}

/** What a failure says about the file. Throws what says nothing about it: the call's own end, and what may pass. */
export function toFault(error: unknown, asked: string): ChildFile {
  if (ToolError.isInstance(error) || error instanceof TransientChange) throw toToolError(error, asked);
  const reason = faultReason(error);
  if (reason === "exhausted") throw toToolError(error, asked);
  return { fault: reason === "missing" || reason === "unreachable" ? "missing" : "unreadable" };
}
