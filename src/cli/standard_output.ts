// Writes to standard output and detects terminals by system calls: creating Node's streams takes 5 ms at each start.

import { fstatSync, write, writeSync } from "node:fs";

const FDS = { stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof FDS): boolean {
  try {
    return fstatSync(FDS[name]).isCharacterDevice() && process[name].isTTY;
  } catch {
    // The descriptor is closed.
    return false;
  }
}

/** The width of the terminal on standard output; infinite if it is not a terminal or the width is unknown. COLUMNS wins, as for ls. */
export function terminalColumns(env: NodeJS.ProcessEnv = process.env): number {
  if (!isTerminal("stdout")) return Number.POSITIVE_INFINITY;
  const said = /^\d{1,6}$/.test(env.COLUMNS ?? "") ? Number(env.COLUMNS) : 0;
  return said || process.stdout.columns || Number.POSITIVE_INFINITY;
}

/** Returns the bytes that the system did not accept, or null if it took everything. Throws if the pipe is closed or the disk is full. */
export function writeNow(text: string): Uint8Array | null {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(FDS.stdout, bytes, written);
    } catch (error) {
      // Another process made the shared pipe non-blocking.
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return bytes.subarray(written);
      throw error;
    }
  }
  return null;
}

const RETRY_MS = 50;

/** Asynchronous, so that a blocked console delays nothing. False: the console is closed. */
export async function writeLater(text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    const taken = await new Promise<number | string>((resolve) => {
      write(FDS.stdout, bytes, written, (error, count) => resolve(error === null ? count : (error.code ?? "")));
    });
    if (typeof taken === "number") written += taken;
    else if (taken === "EAGAIN") await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    else return false;
  }
  return true;
}
