// A thousand calls at once on one HTTP server, in waves, and small reads during a slow walk. Prints the times, and
// the memory and descriptors of the server after each wave; exits with 1 if a call was not answered.
// @ts-check

import { connectTo, look, makeFolder, pickCall, quantile, serve, showHeld } from "./served.mjs";

const AT_ONCE = 1000;
const WAVES = 6;
const READS = 200;
const HUGE_ENTRIES = 200_000;

/** @typedef {ReturnType<typeof connectTo>} Client */

export async function runWaves() {
  const folder = makeFolder(HUGE_ENTRIES);
  const server = await serve(folder.root);
  const client = connectTo(server);
  try {
    await client.call(...pickCall(0));
    console.log(`before: ${showHeld(look(server.pid))}`);
    for (let wave = 1; wave <= WAVES; wave++) await runWave(wave, client, server.pid);
    await readBesideWalk(client);
  } finally {
    client.close();
    await server.end();
    folder.remove();
  }
}

/** @param {number} wave @param {Client} client @param {number} pid */
async function runWave(wave, client, pid) {
  const settled = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, i) => client.call(...pickCall(i))));
  const times = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    process.exitCode = 1;
    console.error(failed.reason);
  }
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(0));
  console.log(
    `wave ${wave}: ${times.length} of ${AT_ONCE} answered, p50 ${p50} ms, p99 ${p99} ms; ${showHeld(look(pid))}`,
  );
}

/** @param {Client} client */
async function readBesideWalk(client) {
  const read = () => client.call("read_file", { path: "d0/f0.txt" });
  const alone = [];
  for (let i = 0; i < READS; i++) alone.push(await read());
  let isWalking = true;
  // One after another, so that exactly one is always running.
  const walks = (async () => {
    while (isWalking) await client.call("tree", { path: "huge", entry_kind: "all" });
  })();
  const beside = [];
  for (let i = 0; i < READS; i++) beside.push(await read());
  isWalking = false;
  await walks;
  const tell = (/** @type {number[]} */ times) =>
    `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, slowest ${quantile(times, 1).toFixed(1)} ms`;
  console.log(`a small read alone: ${tell(alone)}`);
  console.log(`a small read beside a walk over ${HUGE_ENTRIES} entries: ${tell(beside)}`);
}
