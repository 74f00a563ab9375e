// Ordinary calls, refused calls and clients that disconnect, on one HTTP server for a given time. Run: npm run bench:soak -- --minutes 10.
// Prints the memory and descriptors of the server; exits with 1 if a call was not answered.
// @ts-check

import { readFlags, readNumber } from "../test/hardening/support/flags.mjs";
import { connectTo, look, makeFolder, pickCall, serve } from "./load/served.mjs";

const AT_ONCE = 16;
const SAMPLES = 12;

const HELP = `npm run bench:soak -- [options]

Makes ordinary calls, refused ones and clients that hang up, on one HTTP server. Ends with 1 if a call was not answered.

  --minutes N   how long, 0.1 to 1440 (default 10)
  --help        this text
`;

const flags = readFlags(HELP, ["minutes"]);
const minutes = readNumber("--minutes", flags.minutes ?? "10", { least: 0.1, most: 1440 });

const folder = makeFolder(20_000);
const server = await serve(folder.root);
const client = connectTo(server);
const endMs = performance.now() + minutes * 60_000;
const counts = { answered: 0, refused: 0, hungUp: 0 };
/** @type {NonNullable<ReturnType<typeof look>>[]} */
const samples = [];
try {
  const workers = Array.from({ length: AT_ONCE }, (_, i) => work(i));
  // So that a failure is reported at once, not after the last sample.
  await Promise.race([Promise.all(workers), sample()]);
  await Promise.all(workers);
} finally {
  client.close();
  await server.end();
  folder.remove();
}
console.log(JSON.stringify(counts));
tell();

/** @param {number} worker */
async function work(worker) {
  for (let i = worker; performance.now() < endMs; i += AT_ONCE) {
    const kind = i % 50;
    if (kind === 7) await hangUp();
    else if (kind === 13) await refuse();
    else {
      await client.call(...pickCall(i));
      counts.answered += 1;
    }
  }
}

async function refuse() {
  await client.call("read_file", { path: "../outside" }).then(
    () => {
      throw new Error("a path outside was answered");
    },
    () => {
      counts.refused += 1;
    },
  );
}

async function hangUp() {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 10);
  await client.call("tree", { path: "huge", entry_kind: "all" }, stop.signal).catch(() => {
    counts.hungUp += 1;
  });
}

async function sample() {
  for (let i = 1; i <= SAMPLES; i++) {
    await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / (SAMPLES + 1)));
    const held = look(server.pid);
    if (held === null) continue;
    samples.push(held);
    console.log(
      `${((i * minutes) / (SAMPLES + 1)).toFixed(1)} min: RSS ${held.rssMb} MB, ${held.descriptors} descriptors`,
    );
  }
}

// The first third is warm-up. A leak shows as a last third above the middle one.
function tell() {
  const most = (/** @type {"rssMb" | "descriptors"} */ what, /** @type {number} */ third) =>
    Math.max(...samples.slice((third * SAMPLES) / 3, ((third + 1) * SAMPLES) / 3).map((held) => held[what]));
  console.log(
    `most in the middle and in the last third: RSS ${most("rssMb", 1)} and ${most("rssMb", 2)} MB, ` +
      `${most("descriptors", 1)} and ${most("descriptors", 2)} descriptors`,
  );
}
