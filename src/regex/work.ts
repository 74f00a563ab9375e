// Work that is done in steps, so that the caller can pause between them.

/** Yields how much work was done: a range of characters, or a position of a pattern, is one unit and takes a microsecond or two. */
export type Work<T> = Generator<number, T>;

const WORK_PER_STEP = 500;

/** Pauses whenever about a millisecond's work was done. */
export function* inSteps<T>(work: Work<T>): Generator<undefined, T> {
  for (let sum = 0; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    sum += value;
    if (sum < WORK_PER_STEP) continue;
    yield;
    sum = 0;
  }
}

/** Without a pause. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}
