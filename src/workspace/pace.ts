// How long one call may keep the thread: an abort signal, a deadline, and short slices between which the event loop runs. And what to
// do when a look cannot be believed yet: make it again a little later, without the thread where that is possible. Leaves to others what
// the work is, they ask `isDue` in their loops, and to still.ts what can be believed.

import { cancelled, ToolError, timedOut } from "../errors.ts";

const SLICE_MS = 4;

/** Never set back. Not `performance.now()`: looking at that object loads ten modules of Node, a fiftieth of a short process. */
export function clockMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

export interface PaceOptions {
  readonly signal?: AbortSignal | undefined;
  /** On the clock of `clockMs`. */
  readonly deadlineMs?: number | undefined;
}

export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #deadlineMs: number;
  #sliceEndMs: number;

  constructor(options: PaceOptions = {}) {
    this.#signal = options.signal;
    this.#deadlineMs = options.deadlineMs ?? Number.POSITIVE_INFINITY;
    this.#sliceEndMs = clockMs() + SLICE_MS;
  }

  /** Throws when the caller has cancelled or the deadline has passed. */
  check(): void {
    if (this.#signal?.aborted) throw cancelled();
    if (clockMs() > this.#deadlineMs) throw timedOut();
  }

  /** Whether the slice is used up: then `await pace.rest()` before going on. */
  isDue(): boolean {
    return clockMs() >= this.#sliceEndMs;
  }

  /** Gives the event loop a turn, then looks at the signal and the deadline. */
  async rest(): Promise<void> {
    this.check();
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.resume();
  }

  /** Waits without the thread, then looks at the signal and the deadline. */
  async sleep(milliseconds: number): Promise<void> {
    this.check();
    await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    this.resume();
  }

  /** To be called when the event loop has had a turn. */
  resume(): void {
    this.check();
    this.#sliceEndMs = clockMs() + SLICE_MS;
  }
}

/** Work that may be paused between its steps. */
export type Steps<T> = Generator<void, T>;

// A step takes some microseconds.
const STEPS_PER_CHECK = 64;

/** All steps at once. */
export function runNow<T>(steps: Steps<T>, pace?: Pace): T {
  try {
    for (let count = 1; ; count++) {
      const step = steps.next();
      if (step.done) return step.value;
      if (count % STEPS_PER_CHECK === 0) pace?.check();
    }
  } finally {
    // Lets go of what the work holds if it was given up.
    steps.return(undefined as never);
  }
}

/** Gives the event loop a turn between steps when it is due. */
export async function runPaced<T>(steps: Steps<T>, pace: Pace): Promise<T> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (pace.isDue()) await pace.rest();
    }
  } finally {
    steps.return(undefined as never);
  }
}

// A guess: an editor that saves by renaming disturbs one look, a process that never stops disturbs all.
const MAX_WAITS = 3;
/** Without a wait between them. A guess: a file that is saved without a pause was replaced between two looks one time in thirty. */
export const MAX_LOOKS = 10;

/** A look that cannot be believed. */
export class Unsettled extends Error {
  /** After how many milliseconds the same look may be; null: nobody knows. */
  readonly waitMs: number | null;

  constructor(waitMs: number | null) {
    super("something has just changed on the way");
    this.waitMs = waitMs;
  }
}

/** Whether a step failed only for this moment. Whoever makes something of failures must pass these on. */
export function isUnsettled(error: unknown): boolean {
  return originOf(error) instanceof Unsettled;
}

/** The result of `act` at once if it can be had; otherwise it is made again, and waited for without the thread. */
export function patiently<T>(act: () => T, pace: Pace): T | Promise<T> {
  try {
    return act();
  } catch (error) {
    if (waitOf(error) === null) throw error;
    return repeat(act, pace, error);
  }
}

/** The same for what takes time itself. */
export async function persistently<T>(act: () => Promise<T>, pace: Pace): Promise<T> {
  try {
    return await act();
  } catch (error) {
    return repeat(act, pace, error);
  }
}

async function repeat<T>(act: () => T | Promise<T>, pace: Pace, first: unknown): Promise<T> {
  let failure = first;
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const waitMs = waitOf(failure);
    if (waitMs === null) throw failure;
    await pace.sleep(waitMs);
    try {
      return await act();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** For callers that promise an answer at once. Blocks the thread, as often as the others wait: then the failure is theirs. */
export function insistently<T>(act: () => T): T {
  for (let waits = 0; ; waits++) {
    try {
      return act();
    } catch (error) {
      const waitMs = waitOf(error);
      if (waitMs === null || waits === MAX_WAITS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}

function waitOf(error: unknown): number | null {
  const origin = originOf(error);
  return origin instanceof Unsettled ? origin.waitMs : null;
}

function originOf(error: unknown): unknown {
  return ToolError.isInstance(error) ? error.cause : error;
}
