// Writes one line for the owner about each fault, to standard error: standard output carries the protocol.

import { sanitize } from "../security/sanitize.ts";

export type Log = (line: string) => void;

const MAX_CHARS = 300;

export function logToStandardError(line: string): void {
  process.stderr.write(`porthole: ${line}\n`);
}

/** What takes every fault and tells it once: the SDK reports some of them in two places. */
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

/** Of a call, whose name is whatever a model wrote. */
export function describeFailedCall(name: string, error: unknown): string {
  return `${shorten(name)}: ${describeFault(error)}`;
}

/** On one line and shortened: the SDK puts into its errors what a client sent. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return shorten(String(error));
  // What the SDK's own check has to say of a message that is none is many lines of JSON.
  return error.name === "ZodError" ? "dropped a message that is none of the protocol's" : shorten(error.message);
}

function shorten(text: string): string {
  const shown = sanitize(text.slice(0, MAX_CHARS));
  return text.length > MAX_CHARS ? `${shown}…` : shown;
}
