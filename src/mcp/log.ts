// Writes one line for the owner about each fault to standard error, because standard output carries the protocol.

import { sanitize } from "../input/sanitize.ts";

export type Log = (line: string) => void;

const MAX_CHARS = 300;

export function logToStandardError(line: string): void {
  process.stderr.write(`porthole: ${line}\n`);
}

/** Reports each fault once, although the SDK reports some of them twice. */
export function createErrorReporter(log: Log): (error: unknown) => void {
  const told = new WeakSet<object>();
  return (error) => {
    if (typeof error === "object" && error !== null) {
      if (told.has(error)) return;
      told.add(error);
    }
    log(describeFault(error));
  };
}

/** The name may be any text that the model wrote. */
export function describeFailedCall(name: string, error: unknown): string {
  return `${shorten(name)}: ${describeFault(error)}`;
}

/** Short and on one line, because the SDK's errors contain what a client sent. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return shorten(String(error));
  // The SDK's own message is many lines of JSON.
  return error.name === "ZodError" ? "dropped an invalid MCP message" : shorten(error.message);
}

function shorten(text: string): string {
  const shown = sanitize(text.slice(0, MAX_CHARS));
  return text.length > MAX_CHARS ? `${shown}…` : shown;
}
