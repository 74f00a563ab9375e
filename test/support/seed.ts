// Loaded before the tests by both runners: property tests make the same values in each run, so a red run says that the change at hand
// broke something. PORTHOLE_PROPERTY_SEED takes others: a number, or `random`. fast-check prints the seed of a failure.

import fc from "fast-check";

const DEFAULT_SEED = 1;

/** Undefined: a new seed for each property. Throws for anything else that is not a whole number. */
export function readSeed(wanted: string | undefined): number | undefined {
  if (wanted === undefined || wanted === "") return DEFAULT_SEED;
  if (wanted === "random") return undefined;
  if (/^-?\d{1,10}$/.test(wanted)) return Number(wanted);
  throw new Error(`PORTHOLE_PROPERTY_SEED must be a whole number or random, not ${JSON.stringify(wanted)}`);
}

const seed = readSeed(process.env.PORTHOLE_PROPERTY_SEED);
fc.configureGlobal(seed === undefined ? {} : { seed });
