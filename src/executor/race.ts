// Waits for a tool, but no longer than it may take. Tools that look at their pace end by themselves; this is for those that do not.

import { cancelled, timedOut } from "../errors.ts";

// A timer for longer than this fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface RaceLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What comes after the limit is dropped, be it a value or an error. */
export function within<T>(work: Promise<T>, { timeoutMs, signal }: RaceLimits): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(cancelled()));
    const timer = setTimeout(() => settle(() => reject(timedOut())), Math.min(timeoutMs, MAX_TIMER_MS));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      end();
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
