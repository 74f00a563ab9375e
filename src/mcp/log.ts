// One line for the owner about what went wrong, never on standard output, which is the protocol's. Leaves to others what is worth one.

import { sanitize } from "../security/sanitize.ts";

export type Log = (line: string) => void;

const MAX_CHARS = 300;

export function logToStandardError(line: string): void {
  process.stderr.write(`porthole: ${line}\n`);
}

/** On one line and shortened: the SDK puts into its errors what a client sent. */
export function describeFault(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const shown = sanitize(text.slice(0, MAX_CHARS));
  return text.length > MAX_CHARS ? `${shown}…` : shown;
}
