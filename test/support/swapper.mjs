// Exchanges entries with others and back, as fast as it can, until its time is up or its parent is gone. Arguments: MILLISECONDS, REST
// (milliseconds to pause after each burst), then PATH and SPARE for each entry. Prints `ready`, and from then on the number of swaps so far
// now and then, because it may be killed at any time. Every second burst is longer than the strategy `verify` waits, on any machine, so
// some calls must be refused.
import { renameSync, writeSync } from "node:fs";

const [milliseconds = "0", rest = "0", ...paths] = process.argv.slice(2);
const pairs = Array.from({ length: paths.length / 2 }, (_, i) => [paths[2 * i] ?? "", paths[2 * i + 1] ?? ""]);
const end = performance.now() + Number(milliseconds);
const starter = process.ppid;
const LONG_BURST_MS = 150;
let swaps = 0;

function swapAll() {
  for (const [path = "", spare = ""] of pairs) {
    renameSync(path, `${spare}.hold`);
    renameSync(spare, path);
    renameSync(path, spare);
    renameSync(`${spare}.hold`, path);
    swaps += 2;
  }
}

function burst(leastMs) {
  const until = performance.now() + leastMs;
  do {
    for (let i = 0; i < 100; i++) swapAll();
  } while (performance.now() < until);
}

writeSync(1, "ready\n");
for (let bursts = 1; performance.now() < end && process.ppid === starter; bursts++) {
  burst(bursts % 2 === 0 ? LONG_BURST_MS : 0);
  writeSync(1, `${swaps}\n`);
  if (rest !== "0") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(rest));
}
