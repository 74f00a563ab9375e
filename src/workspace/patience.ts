// What to do when a look cannot be believed yet: make it again a little later, without the thread where that is possible. Leaves to
// still.ts when that is so.

import { ToolError } from "../errors.ts";
import type { Pace } from "./pace.ts";

// A guess: an editor that saves by renaming disturbs one look, a process that never stops disturbs all.
const MAX_WAITS = 3;

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
  return waitOf(error) !== null;
}

/** The result of `act` at once if it can be had; otherwise it is made again, and waited for without the thread. */
export function patiently<T>(act: () => T, pace: Pace): T | Promise<T> {
  try {
    return act();
  } catch (error) {
    if (!isUnsettled(error)) throw error;
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

/** For callers that promise an answer at once. Blocks the thread, and once only: then the failure is theirs. */
export function insistently<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    const waitMs = waitOf(error);
    if (waitMs === null) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    return act();
  }
}

function waitOf(error: unknown): number | null {
  const origin = ToolError.isInstance(error) ? error.cause : error;
  return origin instanceof Unsettled ? origin.waitMs : null;
}
