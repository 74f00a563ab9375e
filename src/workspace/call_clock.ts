// The time limits of one call: an abort signal, a deadline, and short slices between which the event loop runs. Long loops check `isDue`
// and then `await rest()`.

import { cancelled, timedOut } from "../errors.ts";

const SLICE_MS = 4;

/** Monotonic. Not `performance.now()`: accessing that object loads ten modules of Node, a fiftieth of a short process. */
export function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
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
  #sliceEndMs: number;

  constructor(options: CallClockOptions = {}) {
    this.#signal = options.signal;
    this.#deadlineMs = options.deadlineMs ?? Number.POSITIVE_INFINITY;
    this.#sliceEndMs = clockMs() + SLICE_MS;
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

  /** Whether the slice is used up: then `await clock.rest()` before continuing. */
  isDue(): boolean {
    return clockMs() >= this.#sliceEndMs;
  }

  /** Yields to the event loop, then checks the signal and the deadline. */
  async rest(): Promise<void> {
    this.check();
    await waitForSlice();
    this.resume();
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
    this.#sliceEndMs = clockMs() + SLICE_MS;
  }
}

/** Calls of all toolkits that wait for their next slice: they share one thread. */
const resting: (() => void)[] = [];

/** First come, first served, one in each turn of the event loop: a new request waits for one slice, however many calls are at work. */
function waitForSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (resting.push(resolve) === 1) setImmediate(startNextSlice);
  });
}

function startNextSlice(): void {
  resting.shift()?.();
  if (resting.length > 0) setImmediate(startNextSlice);
}

/** Work that can be paused between its steps. */
export type Steps<T> = Generator<void, T>;

/** For work that needs no steps. */
export function* inOneStep<T>(act: () => T): Steps<T> {
  yield;
  return act();
}

// A step takes some microseconds.
const STEPS_PER_CHECK = 64;

/** Runs all steps synchronously. */
export function runNow<T>(steps: Steps<T>, clock?: CallClock): T {
  clock?.check();
  try {
    for (let count = 1; ; count++) {
      const step = steps.next();
      if (step.done) return step.value;
      if (count % STEPS_PER_CHECK === 0) clock?.check();
    }
  } finally {
    // Releases the resources of abandoned work.
    steps.return(undefined as never);
  }
}

/** Yields to the event loop between steps when it is due. */
export async function runInSlices<T>(steps: Steps<T>, clock: CallClock): Promise<T> {
  clock.check();
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (clock.isDue()) await clock.rest();
    }
  } finally {
    steps.return(undefined as never);
  }
}
