// Replaces entries by other ones and back, as fast as it can, until its time is up or whoever started it is gone.
// Arguments: MILLISECONDS, REST (milliseconds of quiet after each burst), then PATH and SPARE for each entry. Prints `ready`, and from then on, now and then, the
// number of swaps so far, since it may be ended at any time.
import { renameSync, writeSync } from "node:fs";

const [milliseconds = "0", rest = "0", ...paths] = process.argv.slice(2);
const pairs = Array.from({ length: paths.length / 2 }, (_, i) => [paths[2 * i] ?? "", paths[2 * i + 1] ?? ""]);
const end = performance.now() + Number(milliseconds);
const starter = process.ppid;
let swaps = 0;

writeSync(1, "ready\n");
while (performance.now() < end && process.ppid === starter) {
  for (let i = 0; i < 100; i++) {
    for (const [path = "", spare = ""] of pairs) {
      renameSync(path, `${spare}.hold`);
      renameSync(spare, path);
      renameSync(path, spare);
      renameSync(`${spare}.hold`, path);
      swaps += 2;
    }
  }
  writeSync(1, `${swaps}\n`);
  if (rest !== "0") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(rest));
}
