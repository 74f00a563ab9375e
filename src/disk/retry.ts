// Retries steps that failed only because something on the path has just changed. All waiting for such changes is here.

import { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";

// A guess: an editor that saves by renaming disturbs one attempt, a process that never stops disturbs all.
const MAX_WAITS = 3;
/** For attempts without a wait in between. A guess: with a file that is saved continuously, one attempt in thirty was disturbed. */
export const MAX_ATTEMPTS = 10;

/** The result of a step cannot be trusted, because something on the path changed meanwhile. */
export class TransientChange extends Error {
  /** After how many milliseconds the same step may succeed; null: unknown. */
  readonly waitMs: number | null;

  constructor(waitMs: number | null) {
    super("something has just changed on the way");
    this.waitMs = waitMs;
  }
}

/** Also for the `ToolError` made from it. Code that handles failures must pass these on. */
export function isTransientChange(error: unknown): boolean {
  return originOf(error) instanceof TransientChange;
}

/** Waits between attempts without blocking the thread. `act` may be synchronous or not. */
export async function retry<T>(act: () => T, clock: CallClock): Promise<Awaited<T>> {
  for (let waits = 0; ; waits++) {
    try {
      return await act();
    } catch (error) {
      await clock.sleep(waitAfter(error, waits));
    }
  }
}

/** For callers that must answer synchronously: blocks the thread between attempts. */
export function retryBlocking<T>(act: () => T): T {
  for (let waits = 0; ; waits++) {
    try {
      return act();
    } catch (error) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitAfter(error, waits));
    }
  }
}

/** How long to wait before the next attempt. Throws `error` if there is none. */
function waitAfter(error: unknown, waits: number): number {
  const origin = originOf(error);
  if (!(origin instanceof TransientChange) || origin.waitMs === null || waits === MAX_WAITS) throw error;
  return origin.waitMs;
}

function originOf(error: unknown): unknown {
  return ToolError.isInstance(error) ? error.cause : error;
}
