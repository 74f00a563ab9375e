// A client in a process of its own that reads a small file again and again, so that the other clients' work is not in its times. For each read:
// milliseconds by the clock, and how much processor time the server's main thread had meanwhile, which other programs on the machine do not change.
// Sends all of them to its parent whenever it is asked, and forgets them.
// @ts-check

import { readFileSync } from "node:fs";
import { PROBE } from "./mix.mjs";
import { connectTo } from "./served.mjs";

const PAUSE_MS = 25;

/** @typedef {{ clockMs: number, serverMs: number }} Probed */

const [url = "", authorization = "", pid = ""] = process.argv.slice(2);
const client = connectTo({ url: new URL(url), authorization });
/** @type {Probed[]} */
let times = [];
process.on("message", () => {
  process.send?.(times);
  times = [];
});
process.on("disconnect", () => process.exit(0));
for (;;) {
  const beforeMs = readServerMs();
  const clockMs = await client.call(...PROBE);
  times.push({ clockMs, serverMs: readServerMs() - beforeMs });
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** Linux only: elsewhere it is not told. */
function readServerMs() {
  if (process.platform !== "linux") return Number.NaN;
  return Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
