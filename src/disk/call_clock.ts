// The time limits of a call: an abort signal, a deadline, and the slice of each turn of the event loop that all running calls share. Long
// loops check `isDue` and then `await rest()`.

import { cancelled, timedOut } from "../errors/calls.ts";

const SLICE_MS = 10;

/** Monotonic. */
export function clockMs(): number {
  return performance.now();
}

export interface CallClockOptions {
  readonly signal?: AbortSignal | undefined;
  /** On the clock of `clockMs`. */
  readonly deadlineMs?: number | undefined;
}

/** The time limits of a call: its signal, its deadline, and turns for the event loop. */
export class CallClock {
  readonly #signal: AbortSignal | undefined;
  readonly #deadlineMs: number;

  constructor(options: CallClockOptions = {}) {
    this.#signal = options.signal;
    this.#deadlineMs = options.deadlineMs ?? Number.POSITIVE_INFINITY;
    slice.begin();
  }

  /** The time left until the deadline. */
  get leftMs(): number {
    return this.#deadlineMs - clockMs();
  }

  /** The same with an earlier deadline, so that time is left to answer. */
  endEarlier(byMs: number): CallClock {
    return new CallClock({ signal: this.#signal, deadlineMs: this.#deadlineMs - byMs });
  }

  /** Throws if the caller has cancelled or the deadline has passed. */
  check(): void {
    if (this.#signal?.aborted) throw cancelled();
    if (clockMs() > this.#deadlineMs) throw timedOut();
  }

  /** Whether the calls have used up the slice: then `await clock.rest()` before continuing. */
  isDue(): boolean {
    slice.begin();
    return slice.isOver;
  }

  /** Rests if it is due. For work between two steps that are not long themselves. */
  async pause(): Promise<void> {
    if (this.isDue()) await this.rest();
    else this.check();
  }

  /** Yields to the event loop, then checks the signal and the deadline. */
  async rest(): Promise<void> {
    this.check();
    await slice.next();
    this.check();
  }

  /** Waits without blocking, then checks the signal and the deadline. */
  async sleep(milliseconds: number): Promise<void> {
    this.check();
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    this.resume();
  }

  /** Call this after the event loop has had a turn. */
  resume(): void {
    this.check();
    slice.begin();
  }
}

// Taken now, so that a test that controls the timers of its own program does not stop ours.
const { setImmediate } = globalThis;

/**
 * The time of one turn of the event loop that is for calls. The calls of all toolkits share the thread, so they share it: first come, first
 * served, and a new request waits for one slice, however many calls are at work.
 */
class Slice {
  readonly #resting: (() => void)[] = [];
  #isOpen = false;
  #endMs = 0;
  readonly #end = () => {
    this.#isOpen = false;
    const resume = this.#resting.shift();
    if (resume === undefined) return;
    this.begin();
    resume();
  };

  /** No effect while it lasts, which is until the end of the turn. */
  begin(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#endMs = clockMs() + SLICE_MS;
    setImmediate(this.#end);
  }

  get isOver(): boolean {
    return clockMs() >= this.#endMs;
  }

  /** Waits for a slice in a later turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#resting.push(resolve);
      this.begin();
    });
  }
}

const slice = new Slice();
