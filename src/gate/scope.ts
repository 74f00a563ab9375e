// What one call is given: its caller's options, read once and checked, and what the tool gets to work with, made when it runs. Leaves
// the ranges to context.ts, and to the gate where the other values come from.

import type { IgnoreWalk } from "../discovery/walk.ts";
import { invalidArgument, quoteShort } from "../errors.ts";
import type { DeniedPatterns } from "../security/denied.ts";
import type { Pace } from "../workspace/pace.ts";
import { requireBytes, requireDuration, type ToolContext } from "./context.ts";
import type { CallOptions, CallScope, ToolTraits } from "./spec.ts";

export const DEFAULT_CALL_ID = "call";

/** What is known before the call runs. */
export interface ScopeBase {
  readonly context: ToolContext;
  readonly traits: ToolTraits;
  readonly call: CallOptions;
  readonly path: string;
  readonly timeoutMs: number;
}

export interface ScopeTurn {
  readonly pace: Pace;
  readonly ignored: IgnoreWalk | null;
  readonly ending: () => AbortSignal;
}

/**
 * A class and not a literal: its signal is made only for a tool that looks at it, and copying fields together took a tenth of the
 * gate's time.
 */
export class Scope implements CallScope {
  readonly callId: string;
  readonly path: string;
  readonly pace: Pace;
  readonly denied: DeniedPatterns;
  readonly ignored: IgnoreWalk | null;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly availableCapacityBytes: number;
  readonly allowTruncation: boolean;
  readonly #ending: () => AbortSignal;

  constructor({ context, traits, call, path, timeoutMs }: ScopeBase, { pace, ignored, ending }: ScopeTurn) {
    this.callId = call.callId ?? DEFAULT_CALL_ID;
    this.path = path;
    this.pace = pace;
    this.denied = context.denied;
    this.ignored = ignored;
    this.timeoutMs = timeoutMs;
    this.maxOutputBytes = call.maxOutputBytes ?? context.maxOutputBytes;
    this.availableCapacityBytes = call.availableCapacityBytes ?? context.capacityBytes;
    this.allowTruncation = traits.allowsTruncation ?? false;
    this.#ending = ending;
  }

  get signal(): AbortSignal {
    return this.#ending();
  }
}

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
