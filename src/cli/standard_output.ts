// Writes to standard output, and tells whether a terminal is attached, by system calls: making Node's streams would take 5 ms of each start.

import { fstatSync, write, writeSync } from "node:fs";

const FDS = { stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof FDS): boolean {
  try {
    return fstatSync(FDS[name]).isCharacterDevice() && process[name].isTTY;
  } catch {
    // It is closed.
    return false;
  }
}

/** How wide the terminal is that standard output goes to; infinite if it goes elsewhere, or if nobody knows. COLUMNS wins, as for ls. */
export function terminalColumns(env: NodeJS.ProcessEnv = process.env): number {
  if (!isTerminal("stdout")) return Number.POSITIVE_INFINITY;
  const said = /^\d{1,6}$/.test(env.COLUMNS ?? "") ? Number(env.COLUMNS) : 0;
  return said || process.stdout.columns || Number.POSITIVE_INFINITY;
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

const RETRY_MS = 50;

/** Beside the event loop, so that a console which takes nothing holds nothing up. False: nobody reads it any more. */
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
