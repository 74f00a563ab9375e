// The limits that a call keeps: of time, also for tools that do not look at their pace, and of number, since what is looked at is held
// open. Leaves to visit.ts what a call does within them.

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

/** How many calls of one toolkit hold objects open at once; the others wait their turn, in order, and hold nothing. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** At once or not at all. Nobody overtakes those who wait: a slot that is given back goes to the first of them. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  take(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      if (this.tryTake()) return resolve();
      const stopWaiting = onAbort(signal, () => {
        stopWaiting();
        this.#waiting.delete(onTurn);
        reject(cancelled());
      });
      const onTurn = () => {
        stopWaiting();
        resolve();
      };
      this.#waiting.add(onTurn);
    });
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
