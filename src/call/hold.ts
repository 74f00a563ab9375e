// The permit and the open object of one call, and the time that the call has spent.

import { CallClock, clockMs } from "../disk/call_clock.ts";
import type { SealedNode } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import type { Awaitable } from "../tools/tool.ts";
import type { Denied } from "../view/verdict.ts";
import type { RaceLimits } from "./race_limits.ts";
import type { Lease, Semaphore, WaitLimits } from "./semaphore.ts";

/** The time that a call has spent, without the time in which a person decides or other calls of its batch run. */
export class CallTime {
  #spentMs = 0;
  /** Null while it does not run. */
  #sinceMs: number | null;

  constructor(sinceMs = clockMs()) {
    this.#sinceMs = sinceMs;
  }

  get spentMs(): number {
    return this.#spentMs + (this.#sinceMs === null ? 0 : clockMs() - this.#sinceMs);
  }

  pause(): void {
    this.#spentMs = this.spentMs;
    this.#sinceMs = null;
  }

  /** When the call has spent so much, on the clock of `clockMs`. */
  toDeadline(timeoutMs: number): number {
    this.#sinceMs ??= clockMs();
    return this.#sinceMs + timeoutMs - this.#spentMs;
  }

  /** Goes on from here: each run of a call has its own. */
  copy(): CallTime {
    const copy = new CallTime(this.#sinceMs ?? clockMs());
    copy.#spentMs = this.#spentMs;
    return copy;
  }
}

/** The limits of a whole call: `timeoutMs` is how much time it may have spent at its end. `holdBack`: whether it must wait before it starts. */
export interface CallLimits extends RaceLimits, Pick<WaitLimits, "holdBack"> {}

export function limitsLeft({ signal, timeoutMs }: CallLimits, time: CallTime): RaceLimits {
  return { signal, timeoutMs: Math.max(0, time.toDeadline(timeoutMs) - clockMs()) };
}

export function toClock({ signal, timeoutMs }: CallLimits, time: CallTime): CallClock {
  return new CallClock({ signal, deadlineMs: time.toDeadline(timeoutMs) });
}

/** An open object, and what is denied in its call. */
interface Opened {
  readonly node: SealedNode;
  readonly denied: Denied;
}

/** What a call holds while it runs: it must be let go. `failure`: the object could not be opened. */
export type Held = { readonly lease: Lease } & (Opened | { readonly failure: ToolError });

/** The part of a context that is needed here. */
interface HoldContext {
  readonly semaphore: Semaphore;
  readonly loadDenied: (clock: CallClock) => Awaitable<Denied>;
}

/** Waits for a permit and opens. "Not found" and the like are kept, because the tool reports them; refusals are thrown. */
export async function hold(
  { semaphore, loadDenied }: HoldContext,
  open: (denied: Denied, clock: CallClock) => Promise<SealedNode>,
  limits: CallLimits,
  time: CallTime,
): Promise<Held> {
  const lease =
    semaphore.tryAcquire(limits) ??
    (await semaphore.acquire({ ...limitsLeft(limits, time), holdBack: limits.holdBack }));
  try {
    const clock = toClock(limits, time);
    const denied = await loadDenied(clock);
    return { lease, denied, node: await open(denied, clock) };
  } catch (error) {
    if (ToolError.isInstance(error) && error.kind === "ExecutionFailed") return { lease, failure: error };
    lease.release();
    throw error;
  }
}

/** The object of a call that can run. Throws why it cannot. */
export function requireOpened(held: Held): Opened {
  if ("failure" in held) throw held.failure;
  return held;
}

export function letGo(held: Held): void {
  try {
    if ("node" in held) held.node.close();
  } finally {
    held.lease.release();
  }
}
