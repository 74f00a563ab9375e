// A client in a process of its own that reads a small file again and again, so that the other clients' work is not in its times. Sends all times to
// its parent whenever it is asked, and forgets them.
// @ts-check

import { PROBE } from "./mix.mjs";
import { connectTo } from "./served.mjs";

const PAUSE_MS = 25;

const [url = "", authorization = ""] = process.argv.slice(2);
const client = connectTo({ url: new URL(url), authorization });
/** @type {number[]} */
let times = [];
process.on("message", () => {
  process.send?.(times);
  times = [];
});
process.on("disconnect", () => process.exit(0));
for (;;) {
  times.push(await client.call(...PROBE));
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
