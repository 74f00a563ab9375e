// A counting semaphore that never loses a permit. Whether a waiter is granted one, cancelled or timed out is decided in one synchronous
// step, so a permit that was granted always reaches its waiter, as a lease that can be released once.

import { cancelled, limitExceeded, type ToolError, timedOut } from "../errors.ts";
import { onAbort } from "../security/abort.ts";

export interface SemaphoreOptions {
  readonly permits: number;
  /** Default: no limit. */
  readonly maxWaiting?: number;
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Lease {
  /** Only the first call has an effect. */
  release(): void;
}

export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  /** In the order of asking. */
  readonly #waiting = new Set<() => void>();
  readonly #blocks: (() => boolean)[] = [];
  #held = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = { maxWaiting: Number.POSITIVE_INFINITY, ...options };
  }

  /** Nothing is granted while `isBlocked()` is true. Returns a function to be called when that may have changed. */
  blockWhile(isBlocked: () => boolean): () => void {
    this.#blocks.push(isBlocked);
    return () => this.#grant();
  }

  /** Null if it would have to wait. Never overtakes a waiter. */
  tryAcquire(): Lease | null {
    return this.#waiting.size === 0 && this.#hasRoom() ? this.#lend() : null;
  }

  /**
   * Rejects with `cancelled`, `timedOut` or `limitExceeded`; then no permit is held. A lease may arrive after the signal has fired, if it was
   * granted before.
   */
  acquire({ signal, timeoutMs }: WaitLimits = {}): Promise<Lease> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw cancelled();
      const lease = this.tryAcquire();
      if (lease !== null) return resolve(lease);
      const { maxWaiting } = this.#options;
      if (this.#waiting.size >= maxWaiting)
        throw limitExceeded(`at most ${maxWaiting} calls can wait; make this one again later`);
      const leave = () => {
        this.#waiting.delete(onTurn);
        clearTimeout(timer);
        stopWaiting();
      };
      const giveUp = (reason: ToolError) => {
        leave();
        reject(reason);
      };
      const onTurn = () => {
        leave();
        resolve(this.#lend());
      };
      const stopWaiting = onAbort(signal, () => giveUp(cancelled()));
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp(timedOut()), timeoutMs);
      this.#waiting.add(onTurn);
    });
  }

  /** Lets in as many waiters as there is room for. */
  #grant(): void {
    for (const onTurn of this.#waiting) {
      if (!this.#hasRoom()) return;
      onTurn();
    }
  }

  #hasRoom(): boolean {
    return this.#held < this.#options.permits && !this.#blocks.some((isBlocked) => isBlocked());
  }

  #lend(): Lease {
    this.#held += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= 1;
      this.#grant();
    };
    return { release };
  }
}
