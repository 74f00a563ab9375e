// Writes to standard output, and tells whether a terminal is attached, by system calls: making Node's streams would take 5 ms of each start.

import { fstatSync, writeSync } from "node:fs";

const FDS = { stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof FDS): boolean {
  try {
    return fstatSync(FDS[name]).isCharacterDevice() && process[name].isTTY;
  } catch {
    // It is closed.
    return false;
  }
}

/** Returns what the system cannot take at once, null if it took everything. Throws if nobody reads, or the disk is full. */
export function writeNow(text: string): Uint8Array | null {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(FDS.stdout, bytes, written);
    } catch (error) {
      // Another process has set the pipe that both share not to block.
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return bytes.subarray(written);
      throw error;
    }
  }
  return null;
}
