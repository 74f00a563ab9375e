// Waits for a tool, but no longer than it may take. Tools that look at their pace end by themselves; this is for those that do not.

import { cancelled, type ToolError, timedOut } from "../errors.ts";
import { onAbort } from "../security/abort.ts";

export interface RaceLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** `ending` gives a signal that fires when nobody waits any more; most tools never ask for it. */
export type Work<T> = (ending: () => AbortSignal) => Promise<T>;

/** What comes after the limit is dropped, be it a value or an error. */
export function within<T>({ timeoutMs, signal }: RaceLimits, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let over: ToolError | undefined;
    let controller: AbortController | undefined;
    let stopWaiting = () => {};
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
    const timer = setTimeout(() => giveUp(timedOut()), timeoutMs);
    if (signal?.aborted) return giveUp(cancelled());
    stopWaiting = onAbort(signal, () => giveUp(cancelled()));
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
