// Stops waiting for a tool or a person when the time is up or the caller cancels, even if they ignore their signal.

import { cancelled, type ToolError, timedOut } from "../errors.ts";
import { onAbort } from "./abort.ts";

export interface RaceLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** `ending` returns a signal that fires when nobody waits any more; created on demand. */
export type Work<T> = (ending: () => AbortSignal) => Promise<T>;

/** A value or error that arrives after the limit is dropped. The time counts from the first turn of the event loop. */
export function raceLimits<T>({ timeoutMs, signal }: RaceLimits, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let over: ToolError | undefined;
    let controller: AbortController | undefined;
    let isWaiting = true;
    let stopWatching: (() => void) | undefined;
    const letGo = () => {
      isWaiting = false;
      stopWatching?.();
    };
    const giveUp = (reason: ToolError) => {
      letGo();
      over = reason;
      reject(reason);
      controller?.abort(reason);
    };
    const ending = () => {
      controller ??= new AbortController();
      if (over !== undefined) controller.abort(over);
      return controller.signal;
    };
    const finish = (act: () => void) => {
      if (!isWaiting) return;
      if (signal?.aborted) return giveUp(cancelled());
      letGo();
      act();
    };
    const watch = () => {
      if (!isWaiting) return;
      if (signal?.aborted) return giveUp(cancelled());
      const stopListening = onAbort(signal, () => giveUp(cancelled()));
      const timer = setTimeout(() => giveUp(timedOut()), timeoutMs);
      stopWatching = () => {
        clearTimeout(timer);
        stopListening();
      };
    };
    if (signal?.aborted) throw cancelled();
    work(ending).then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
    // On Node, most work ends before this runs, without waiting for the event loop: then no timer and no listener are needed.
    process.nextTick(watch);
  });
}
