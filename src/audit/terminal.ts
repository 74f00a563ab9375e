// Tells whether this process was started from a terminal, so that closing the terminal ends it.

import { closeSync, openSync } from "node:fs";

/** On Windows always: closing the console ends every process in it. */
export function hasTerminal(): boolean {
  if (process.platform === "win32") return true;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
