// Lets only so many calls run at once, and none while no answer could be written: what a client asks for faster than it reads
// waits as a request, which is small, not as an answer. Leaves what a call does to whoever runs it.

import { ProtocolError } from "@modelcontextprotocol/server";

export interface TurnOptions {
  readonly maxAtOnce?: number;
  readonly maxWaiting?: number;
  /** Whether nothing may begin now. Whoever changes it calls `admit`. */
  readonly isBlocked?: () => boolean;
}

// A walk holds a descriptor for each level, and each one at work makes the turns of the others longer; but a call that waits for
// a person must not keep the rest waiting.
const MAX_AT_ONCE = 64;
// More than any client has under way.
const MAX_WAITING = 10_000;
// One of those that JSON-RPC leaves to servers.
const TOO_MANY = -32_000;

export class Turns {
  readonly #options: Required<TurnOptions>;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TurnOptions = {}) {
    this.#options = { maxAtOnce: MAX_AT_ONCE, maxWaiting: MAX_WAITING, isBlocked: () => false, ...options };
  }

  /**
   * Begins `act` when it is its turn, in the order of asking; at once if `signal` is aborted, since it then ends at once.
   * Throws a `ProtocolError` if too many wait already.
   */
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
    const { maxWaiting } = this.#options;
    if (this.#waiting.size >= maxWaiting) {
      throw new ProtocolError(TOO_MANY, `at most ${maxWaiting} calls can wait; make this one again later`);
    }
    return new Promise((resolve) => {
      const begin = () => {
        signal.removeEventListener("abort", begin);
        this.#running += 1;
        this.#waiting.delete(begin);
        resolve();
      };
      this.#waiting.add(begin);
      if (signal.aborted) begin();
      else signal.addEventListener("abort", begin);
    });
  }
}
