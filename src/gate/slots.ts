// How many calls of one toolkit hold objects open at once; the others wait their turn, in order, and hold nothing.
// Leaves to visit.ts what a turn is used for.

import { cancelled } from "../errors.ts";
import { onAbort } from "../security/abort.ts";

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
