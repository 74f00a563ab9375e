// Lets a synchronous look-up meet long work, such as compiling a large ignore file: the look-up is interrupted, the work is done in slices
// of time, and the look-up starts again. Callers without a clock do the work at once.

import { type CallClock, runInSlices, type Steps } from "../workspace/call_clock.ts";
import { retry } from "../workspace/retry.ts";

/** One look. What was finished for it holds until it ends, whatever happens on the disk meanwhile: so it ends. */
export interface SlicedLook {
  readonly clock: CallClock;
}

/** A look cannot go on before `finish` has been waited for. */
class Interrupted extends Error {
  readonly finish: () => Promise<void>;

  constructor(finish: () => Promise<void>) {
    super("there is more to be done than fits into one slice");
    this.finish = finish;
  }
}

/** Knows which look is under way. Looks are synchronous, so there is never more than one. */
export class Workbench {
  #look: SlicedLook | null = null;

  /** Null where the caller wants an answer at once. */
  get look(): SlicedLook | null {
    return this.#look;
  }

  /** Leaves the look that is under way; `use` is called before it is made again. */
  interrupt<T>({ clock }: SlicedLook, steps: Steps<T>, use: (value: T) => void): never {
    throw new Interrupted(async () => use(await runInSlices(steps, clock)));
  }

  /** The result of `act`, which may be called any number of times. Long work that it meets is done in slices of time. */
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
