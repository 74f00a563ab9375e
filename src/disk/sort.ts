// Sorts any number of items, and yields to the event loop meanwhile.

import type { CallClock } from "./call_clock.ts";

// Sorting 200,000 names takes hundreds of milliseconds, a run of them about one.
export const RUN_LENGTH = 1024;
const COMPARISONS_PER_CLOCK_LOOK = 1024;

type Order<T> = (a: T, b: T) => number;

/** Stable: sorted runs, merged two by two. */
export async function sortInSlices<T>(items: readonly T[], order: Order<T>, clock: CallClock): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    if (at > 0 && clock.isDue()) await clock.rest();
    runs.push(items.slice(at, at + RUN_LENGTH).sort(order));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], order, clock));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(left: readonly T[], right: readonly T[], order: Order<T>, clock: CallClock): Promise<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) break;
    if (merged.length % COMPARISONS_PER_CLOCK_LOOK === 0 && clock.isDue()) await clock.rest();
    if (order(a, b) <= 0) {
      merged.push(a);
      l++;
    } else {
      merged.push(b);
      r++;
    }
  }
  return merged.concat(left.slice(l), right.slice(r));
}
