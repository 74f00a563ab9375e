// Whether a server still has all of its places for calls: with slow calls at all places but one, a small read is answered before any of them; a lost
// place would make it wait for one of them.
// @ts-check

import { PROBE, SLOW } from "./mix.mjs";
import { connectTo } from "./served.mjs";

/** As many as work at a time: MAX_CALLS_AT_WORK of src/gate/context.ts. */
export const PLACES = 32;

/** @param {import("./served.mjs").Served} server */
export async function hasAllPlaces(server) {
  const client = connectTo(server);
  try {
    let slowDone = 0;
    const slow = Array.from({ length: PLACES - 1 }, () => client.call(...SLOW).then(() => slowDone++));
    // All of them have begun by then; together they take many times as long.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.call(...PROBE);
    const doneBefore = slowDone;
    await Promise.all(slow);
    return doneBefore === 0;
  } finally {
    client.close();
  }
}
