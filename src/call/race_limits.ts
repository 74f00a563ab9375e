// Stops waiting for a tool or a person when the time is up or the caller cancels, even if they ignore their signal.

import { cancelled, timedOut } from "../errors/calls.ts";
import type { ToolError } from "../errors.ts";
import { onAbort } from "./abort.ts";

export interface RaceLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** `ending` returns a signal that fires when nobody waits any more; created on demand. */
export type Work<T> = (ending: () => AbortSignal) => Promise<T>;

// Taken now, so that a test that controls the ticks of its own program does not stop ours.
const { nextTick } = process;

/** A value or error that arrives after the limit is dropped. */
export function raceLimits<T>({ timeoutMs, signal }: RaceLimits, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let over: ToolError | undefined;
    let controller: AbortController | undefined;
    let isWaiting = true;
    let stopListening: (() => void) | undefined;
    const letGo = () => {
      isWaiting = false;
      clearTimeout(timer);
      const stop = stopListening;
      stopListening = undefined;
      stop?.();
    };
    const giveUp = (reason: ToolError) => {
      isWaiting = false;
      over = reason;
      reject(reason);
      controller?.abort(reason);
      letGo();
    };
    /** Runs `act`, unless nobody waits any more. The signal may be an object of the caller's own, and throw. */
    const ifWanted = (act: () => void) => {
      if (!isWaiting) return;
      try {
        if (signal?.aborted) giveUp(cancelled());
        else act();
      } catch (error) {
        letGo();
        reject(error);
      }
    };
    const listen = () => {
      stopListening ??= onAbort(signal, () => ifWanted(() => giveUp(cancelled())));
    };
    const ending = () => {
      controller ??= new AbortController();
      ifWanted(listen);
      if (over !== undefined) controller.abort(over);
      return controller.signal;
    };
    const finish = (act: () => void) =>
      ifWanted(() => {
        letGo();
        act();
      });
    if (signal?.aborted) throw cancelled();
    const timer = setTimeout(() => ifWanted(() => giveUp(timedOut())), timeoutMs);
    work(ending).then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
    // On Node, most work ends before this runs, without waiting for the event loop: then no listener is needed.
    if (signal !== undefined) nextTick(() => ifWanted(listen));
  });
}
