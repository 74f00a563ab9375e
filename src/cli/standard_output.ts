// Whether the output is a terminal, and writing to one that may be blocked.

import { write } from "node:fs";
import { isatty } from "node:tty";

const FDS = { stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof FDS): boolean {
  return isatty(FDS[name]);
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
