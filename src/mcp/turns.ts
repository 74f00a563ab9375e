// Lets only so many calls run at once, and none while no answer could be written: what a client asks for faster than it reads
// waits as a request, which is small, not as an answer. Leaves what a call does to whoever runs it.

export interface TurnOptions {
  readonly maxAtOnce?: number;
  /** Whether nothing may begin now. Whoever changes it calls `admit`. */
  readonly isBlocked?: () => boolean;
  /** Told whenever the number of those who wait has changed. */
  readonly onWaiting?: (waiting: number) => void;
}

// A walk holds a descriptor for each level, and each one at work makes the turns of the others longer; but a call that waits for
// a person must not keep the rest waiting.
const MAX_AT_ONCE = 64;

export class Turns {
  readonly #options: Required<TurnOptions>;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TurnOptions = {}) {
    this.#options = { maxAtOnce: MAX_AT_ONCE, isBlocked: () => false, onWaiting: () => {}, ...options };
  }

  /** Begins `act` when it is its turn, in the order of asking; at once if `signal` is aborted, since it then ends at once. */
  async run<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    if (this.#waiting.size > 0 || !this.#hasRoom()) await this.#wait(signal);
    else this.#running += 1;
    try {
      return await act();
    } finally {
      this.#running -= 1;
      this.admit();
    }
  }

  /** Lets begin whoever may by now. */
  admit(): void {
    for (const begin of this.#waiting) {
      if (!this.#hasRoom()) return;
      begin();
    }
  }

  #hasRoom(): boolean {
    return this.#running < this.#options.maxAtOnce && !this.#options.isBlocked();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        signal.removeEventListener("abort", begin);
        this.#running += 1;
        this.#waiting.delete(begin);
        this.#options.onWaiting(this.#waiting.size);
        resolve();
      };
      this.#waiting.add(begin);
      this.#options.onWaiting(this.#waiting.size);
      if (signal.aborted) begin();
      else signal.addEventListener("abort", begin);
    });
  }
}
