// Lets a synchronous look-up trigger long work, such as compiling a large ignore file: the look-up is interrupted, the work is done in time
// slices, and the look-up is repeated. Callers without a clock do the work at once.

import { type CallClock, runInSlices, type Steps } from "../disk/call_clock.ts";
import { retry } from "../disk/retry.ts";

/** One look-up. Results computed for it are kept until it ends, even if the disk changes meanwhile, so that it does end. */
export interface SlicedLook {
  readonly clock: CallClock;
}

/** The look-up must wait for `finish` before it can be repeated. */
class Interrupted extends Error {
  readonly finish: () => Promise<void>;

  constructor(finish: () => Promise<void>) {
    super("there is more to be done than fits into one slice");
    this.finish = finish;
  }
}

/** Knows the current look-up. Look-ups are synchronous, so there is never more than one. */
export class Workbench {
  #look: SlicedLook | null = null;

  /** Null if the caller wants the answer synchronously. */
  get look(): SlicedLook | null {
    return this.#look;
  }

  /** Aborts the current look-up; `use` is called before it is repeated. */
  interrupt<T>({ clock }: SlicedLook, steps: Steps<T>, use: (value: T) => void): never {
    throw new Interrupted(async () => use(await runInSlices(steps, clock)));
  }

  /** Returns the result of `act`, which may be called any number of times. Long work is done in time slices. */
  async run<T>(act: () => T, clock: CallClock): Promise<Awaited<T>> {
    const look: SlicedLook = { clock };
    for (;;) {
      try {
        return await retry(() => this.#within(look, act), clock);
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        await error.finish();
      }
    }
  }

  #within<T>(look: SlicedLook, act: () => T): T {
    this.#look = look;
    try {
      return act();
    } finally {
      this.#look = null;
    }
  }
}
