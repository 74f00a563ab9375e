// Loaded before the tests by both runners: random tests make the same values in each run, so that a failure is caused by the change at
// hand. PORTHOLE_SEED selects others: a number, or `random`. A failure prints its seed.

import { randomInt } from "node:crypto";
import fc from "fast-check";

const DEFAULT_SEED = 1;
const MAX_SEED = 2 ** 31 - 1;

/** A new one for `random`. Throws for anything else that is not a whole number. */
export function readSeed(wanted: string | undefined): number {
  if (wanted === undefined || wanted === "") return DEFAULT_SEED;
  if (wanted === "random") return randomInt(MAX_SEED);
  if (/^\d{1,10}$/.test(wanted) && Number(wanted) <= MAX_SEED) return Number(wanted);
  throw new Error(`PORTHOLE_SEED must be random or a whole number up to ${MAX_SEED}, not ${JSON.stringify(wanted)}`);
}

// The same in every module, worker and child process of this run.
process.env.PORTHOLE_SEED = String(readSeed(process.env.PORTHOLE_SEED));

/** The seed of every random test in this process. */
export const seed = Number(process.env.PORTHOLE_SEED);
fc.configureGlobal({ seed });
