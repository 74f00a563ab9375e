// Stops waiting for a tool or a person when the time is up or the caller cancels, even if they ignore their signal.

import { cancelled, type ToolError, timedOut } from "../errors.ts";
import { onAbort } from "./abort.ts";

export interface RaceLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** `ending` returns a signal that fires when nobody waits any more; created on demand. */
export type Work<T> = (ending: () => AbortSignal) => Promise<T>;

/** A value or error that arrives after the limit is dropped. */
export function raceLimits<T>({ timeoutMs, signal }: RaceLimits, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let over: ToolError | undefined;
    let controller: AbortController | undefined;
    const letGo = () => {
      clearTimeout(timer);
      stopWaiting();
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
    if (signal?.aborted) throw cancelled();
    const stopWaiting = onAbort(signal, () => giveUp(cancelled()));
    const timer = setTimeout(() => giveUp(timedOut()), timeoutMs);
    work(ending).then(
      (value) => {
        letGo();
        resolve(value);
      },
      (error: unknown) => {
        letGo();
        reject(error);
      },
    );
  });
}
