// What a caller says about one call, read once and checked. Leaves the ranges to context.ts, and what follows from the values to
// whoever uses them.

import { requireBytes, requireDuration } from "../context.ts";
import { invalidArgument, quoteShort } from "../errors.ts";
import type { CallOptions } from "./spec.ts";

/** The options by the names under which the caller knows them. */
export type OptionNames = Readonly<Record<keyof CallOptions, string>>;

const OWN_NAMES: OptionNames = {
  callId: "callId",
  signal: "signal",
  timeoutMs: "timeoutMs",
  maxOutputBytes: "maxOutputBytes",
  availableCapacityBytes: "availableCapacityBytes",
};

/** Throws `invalidArgument`. The copy is what was checked: nothing is read from `given` again. */
export function readCallOptions(given: CallOptions): CallOptions {
  let read: CallOptions;
  try {
    const { callId, signal, timeoutMs, maxOutputBytes, availableCapacityBytes } = given;
    read = { callId, signal, timeoutMs, maxOutputBytes, availableCapacityBytes };
  } catch {
    throw invalidArgument("the options of the call cannot be read");
  }
  requireCallOptions(read, OWN_NAMES);
  return read;
}

export function requireCallOptions(options: CallOptions, names: OptionNames): void {
  const { callId, signal, timeoutMs, maxOutputBytes, availableCapacityBytes } = options;
  if (timeoutMs !== undefined) requireDuration(names.timeoutMs, timeoutMs);
  if (maxOutputBytes !== undefined) requireBytes(names.maxOutputBytes, maxOutputBytes);
  if (availableCapacityBytes !== undefined) requireBytes(names.availableCapacityBytes, availableCapacityBytes);
  if (signal !== undefined) requireSignal(names.signal, signal);
  if (callId !== undefined && typeof callId !== "string")
    throw invalidArgument(`${names.callId} must be a string, not ${quoteShort(callId)}`);
}

/** Not `instanceof`: a signal of another realm, or of a library, is as good. */
function requireSignal(name: string, value: unknown): void {
  const isSignal =
    value instanceof AbortSignal ||
    (typeof value === "object" &&
      value !== null &&
      typeof Reflect.get(value, "aborted") === "boolean" &&
      typeof Reflect.get(value, "addEventListener") === "function" &&
      typeof Reflect.get(value, "removeEventListener") === "function");
  if (!isSignal) throw invalidArgument(`${name} must be an AbortSignal, not ${quoteShort(value)}`);
}
