// Whether a server still has all of its places for calls: with slow calls at all places but one, a small read is answered before any of them; a lost
// place would make it wait for one of them.
// @ts-check

import { PROBE, SLOW } from "./mix.mjs";
import { connectTo, look } from "./served.mjs";

/** As many as work at a time: MAX_CALLS_AT_WORK of src/call/context.ts. */
export const PLACES = 32;
const LONGEST_MS = 5000;

/** @param {import("./served.mjs").Served} server */
export async function hasAllPlaces(server) {
  const client = connectTo(server);
  const before = look(server.pid)?.descriptors ?? 0;
  let slowDone = 0;
  const countOne = () => {
    slowDone++;
  };
  try {
    // One that reaches its time limit on a busy machine has an answer too.
    const slow = Array.from({ length: PLACES - 1 }, () => client.call(...SLOW).then(countOne, countOne));
    // Each has a connection, and the folder that it searches.
    await waitUntil(() => slowDone > 0 || (look(server.pid)?.descriptors ?? 0) >= before + 2 * slow.length);
    await client.call(...PROBE);
    const doneBefore = slowDone;
    await Promise.all(slow);
    return doneBefore === 0;
  } finally {
    client.close();
  }
}

/** Or until it has taken too long: the places may be the very thing that is missing. @param {() => boolean} isSo */
async function waitUntil(isSo) {
  const endMs = performance.now() + LONGEST_MS;
  while (!isSo() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10));
}
