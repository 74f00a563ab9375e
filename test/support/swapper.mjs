// Exchanges entries with others and back, as fast as it can, until its time is up or its parent is gone. Arguments: MILLISECONDS, REST
// (milliseconds to pause after each burst), then PATH and SPARE for each entry, then `--`, FROM and TO for each entry that is renamed
// while the others are exchanged. Prints `ready`, and from then on the number of swaps so far now and then, because it may be killed at
// any time. Every second burst is longer than the strategy `verify` waits, on any machine, so some calls must be refused.
import { renameSync, writeSync } from "node:fs";

const [milliseconds = "0", rest = "0", ...paths] = process.argv.slice(2);
const dashes = paths.includes("--") ? paths.indexOf("--") : paths.length;
const pairs = toPairs(paths.slice(0, dashes));
const moves = toPairs(paths.slice(dashes + 1));
const end = performance.now() + Number(milliseconds);
const starter = process.ppid;
const LONG_BURST_MS = 150;
let swaps = 0;

function toPairs(words) {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i] ?? "", words[2 * i + 1] ?? ""]);
}

function exchange([path = "", spare = ""]) {
  renameSync(path, `${spare}.hold`);
  renameSync(spare, path);
  renameSync(`${spare}.hold`, spare);
  swaps += 1;
}

function swapAll() {
  for (const pair of pairs) exchange(pair);
  for (const [from = "", to = ""] of moves) renameSync(from, to);
  for (const [from = "", to = ""] of moves.toReversed()) renameSync(to, from);
  for (const pair of pairs) exchange(pair);
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
