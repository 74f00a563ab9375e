// What one call is given, made when it runs. A class and not a literal: its signal is made only for a tool that looks at it, and
// copying fields together took a tenth of the gate's time. Leaves to the gate where the values come from.

import type { ToolContext } from "../context.ts";
import type { IgnoreWalk } from "../discovery/walk.ts";
import type { DeniedPatterns } from "../security/denied.ts";
import type { Pace } from "../workspace/pace.ts";
import type { CallOptions, CallScope, ToolTraits } from "./spec.ts";

export const DEFAULT_CALL_ID = "call";
/** When a caller does not say how much room is left in front of the model. */
export const DEFAULT_CAPACITY_BYTES = 65_536;

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
    this.availableCapacityBytes = call.availableCapacityBytes ?? DEFAULT_CAPACITY_BYTES;
    this.allowTruncation = traits.allowsTruncation ?? false;
    this.#ending = ending;
  }

  get signal(): AbortSignal {
    return this.#ending();
  }
}
