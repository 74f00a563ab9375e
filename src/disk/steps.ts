// Work that can be paused between its steps, and what drives it. Everything below the tools is written as steps, so the same code serves
// callers that share the event loop and callers that must be synchronous.

import { internalFailure } from "../errors/calls.ts";
import type { CallClock } from "./call_clock.ts";
import { waitAfter } from "./faults.ts";

/**
 * What a step asks of its driver. Nothing: a turn for others may be taken here. A number: wait so many milliseconds, because something has
 * just changed. A promise: wait for it; it must not reject.
 */
export type Pause = undefined | number | Promise<void>;

export type Steps<T> = Generator<Pause, T, void>;

/** Yields to the event loop between steps when it is due, and checks the signal and the deadline. */
export async function inSlices<T>(steps: Steps<T>, clock: CallClock): Promise<T> {
  clock.check();
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      const pause = step.value;
      if (pause === undefined) {
        if (clock.isDue()) await clock.rest();
      } else if (typeof pause === "number") await clock.sleep(pause);
      else {
        await pause;
        clock.resume();
      }
    }
  } finally {
    abandon(steps);
  }
}

/** For callers that must be synchronous: blocks the thread where it has to wait. */
export function toEnd<T>(steps: Steps<T>, clock?: CallClock): T {
  clock?.check();
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (typeof step.value === "number") block(step.value);
      else if (step.value !== undefined) throw internalFailure(undefined, "it cannot be done without waiting");
      clock?.check();
    }
  } finally {
    abandon(steps);
  }
}

/** Repeats `act` while it fails only because something on the path has just changed. All waiting for such changes is here. */
export function* settled<T>(act: () => Steps<T>): Steps<T> {
  for (let waits = 0; ; waits++) {
    let waitMs: number;
    try {
      return yield* act();
    } catch (error) {
      waitMs = waitAfter(error, waits);
    }
    yield waitMs;
  }
}

/** Null where the steps would have to wait for something that has just changed. */
export function* withoutWaiting<T>(steps: Steps<T>): Steps<T | null> {
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (typeof step.value === "number") return null;
      yield step.value;
    }
  } finally {
    abandon(steps);
  }
}

/** Closes `opened` unless the steps return: a `catch` is not told if they are abandoned. */
export function* orClose<T>(opened: { close(): void }, steps: Steps<T>): Steps<T> {
  let hasReturned = false;
  try {
    const result = yield* steps;
    hasReturned = true;
    return result;
  } finally {
    if (!hasReturned) opened.close();
  }
}

/** For work that needs no pause. */
// biome-ignore lint/correctness/useYield: it is a step of work that may have several.
export function* inOneStep<T>(act: () => T): Steps<T> {
  return act();
}

/** Releases what abandoned work holds. It runs what stands in `finally` and `using`, and no `catch`: see `orClose`. */
function abandon(steps: Steps<unknown>): void {
  steps.return(undefined as never);
}

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
