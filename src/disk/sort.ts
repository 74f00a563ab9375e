// Sorts any number of items in steps.

import type { Steps } from "./steps.ts";

// Sorting 200,000 names takes hundreds of milliseconds, a run of them about one.
export const RUN_LENGTH = 1024;
const COMPARISONS_PER_STEP = 1024;

type Order<T> = (a: T, b: T) => number;

/** Stable: sorted runs, merged two by two. */
export function* sorted<T>(items: readonly T[], order: Order<T>): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    if (at > 0) yield;
    runs.push(items.slice(at, at + RUN_LENGTH).sort(order));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merge(runs[i] ?? [], runs[i + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: readonly T[], right: readonly T[], order: Order<T>): Steps<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) break;
    if (merged.length % COMPARISONS_PER_STEP === 0) yield;
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
