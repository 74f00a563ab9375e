// The scope of a call for tests that run a tool without the gate: only the default denials, and no size limit.

import { CallClock } from "../../src/disk/call_clock.ts";
import type { CallScope } from "../../src/tools/tool.ts";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";

export function makeScope(path: string, clock: CallClock = new CallClock()): CallScope {
  return {
    callId: "call",
    path,
    signal: new AbortController().signal,
    clock,
    denied: new DeniedPatterns({}),
    ignored: null,
    timeoutMs: 30_000,
    maxOutputBytes: Number.POSITIVE_INFINITY,
    availableCapacityBytes: Number.POSITIVE_INFINITY,
    nameTool: (name) => name,
    allowTruncation: false,
    open: () => Promise.reject(new Error("there is no gate")),
  };
}
