// Reads the start of an open regular file, a little more than asked at most. Leaves opening the right file to the strategies.

import { constants, fstatSync, readSync } from "node:fs";
import type { Pace } from "./pace.ts";
import type { FileContent } from "./types.ts";

// O_NONBLOCK: should a FIFO ever stand where a file was, nobody waits for its other end. Both are absent on Windows.
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Reads one byte beyond `limitBytes`, to know whether the file goes on there. */
export function readUpTo(fd: number, limitBytes: number, pace: Pace): FileContent {
  const wanted = limitBytes + 1;
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(wanted, fstatSync(fd).size + 1));
  let length = 0;
  while (length < wanted) {
    pace.check();
    if (length === buffer.length) buffer = grow(buffer, wanted);
    const count = readSync(fd, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return { bytes: buffer.subarray(0, Math.min(length, limitBytes)), more: length > limitBytes };
}

/** The file has grown since its size was asked. */
function grow(buffer: Buffer, wanted: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(wanted, Math.max(buffer.length * 2, 4096)));
  buffer.copy(larger);
  return larger;
}
