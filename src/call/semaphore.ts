// A counting semaphore that never loses a permit. Whether a waiter gets one, is cancelled or times out is decided in one synchronous step,
// so a granted permit always reaches its waiter, as a lease that can be released once.

import { cancelled, timedOut, tooManyWaiting } from "../errors/calls.ts";
import type { ToolError } from "../errors.ts";
import { requireSync } from "../input/owner_input.ts";
import { onAbort } from "./abort.ts";

export interface SemaphoreOptions {
  readonly permits: number;
  /** Default: no limit. */
  readonly maxWaiting?: number;
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** While it returns true, this waiter gets no permit, and those behind it overtake it. If it throws, that counts as false. */
  readonly holdBack?: (() => boolean) | undefined;
}

export interface Lease {
  /** Only the first call has an effect. */
  release(): void;
}

interface Waiter {
  readonly holdBack: (() => boolean) | undefined;
  onTurn(): void;
}

export class Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  /** First in, first out. Empty while a permit is free. */
  readonly #waiting = new Set<Waiter>();
  /** Waiters that were held back on their turn; all are older than those in `#waiting`. Not checked before `resume`. */
  readonly #heldBack = new Set<Waiter>();
  #held = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = { maxWaiting: Number.POSITIVE_INFINITY, ...options };
  }

  /** Checks the held-back waiters again. They keep their order. */
  resume(): void {
    const waiters = [...this.#heldBack, ...this.#waiting];
    this.#heldBack.clear();
    this.#waiting.clear();
    for (const waiter of waiters) this.#waiting.add(waiter);
    this.#grant();
  }

  /** Null if it would have to wait. Overtakes only waiters that are held back. Throws `cancelled`. */
  tryAcquire({ signal, holdBack }: WaitLimits = {}): Lease | null {
    if (signal?.aborted) throw cancelled();
    return !isHeldBack(holdBack) && this.#waiting.size === 0 && this.#hasRoom() ? this.#lend() : null;
  }

  /**
   * Rejects with `cancelled`, `timedOut` or `tooManyWaiting`; then no permit is held. A lease may arrive after the signal has fired, if it
   * was granted before.
   */
  acquire({ signal, timeoutMs, holdBack }: WaitLimits = {}): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const lease = this.tryAcquire({ signal, holdBack });
      if (lease !== null) return resolve(lease);
      this.#refuseIfFull(holdBack);
      const leave = () => {
        this.#waiting.delete(waiter);
        this.#heldBack.delete(waiter);
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
      const waiter = { holdBack, onTurn };
      const stopWaiting = onAbort(signal, () => giveUp(cancelled()));
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp(timedOut()), timeoutMs);
      this.#waiting.add(waiter);
      this.#grant();
    });
  }

  /** Held-back waiters do not count towards the limit of the others. */
  #refuseIfFull(holdBack: WaitLimits["holdBack"]): void {
    const { maxWaiting } = this.#options;
    const waiting = this.#waiting.size + (holdBack === undefined ? 0 : this.#heldBack.size);
    if (waiting >= maxWaiting) throw tooManyWaiting(maxWaiting);
  }

  /** Admits as many waiters as there are permits. */
  #grant(): void {
    for (const waiter of this.#waiting) {
      if (!this.#hasRoom()) return;
      const mustWait = isHeldBack(waiter.holdBack);
      // `holdBack` has just run, and may have cancelled it.
      if (!this.#waiting.has(waiter)) continue;
      if (!mustWait) waiter.onTurn();
      else if (this.#waiting.delete(waiter)) this.#heldBack.add(waiter);
    }
  }

  #hasRoom(): boolean {
    return this.#held < this.#options.permits;
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

function isHeldBack(holdBack: WaitLimits["holdBack"]): boolean {
  if (holdBack === undefined) return false;
  try {
    return requireSync("holdBack", holdBack()) === true;
  } catch {
    return false;
  }
}
