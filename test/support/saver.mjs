// Saves files again and again as editors do it, by a new file that is renamed to the old one's name, so that each is there at all
// times. Ends when its time is up or whoever started it is gone.
// Arguments: MILLISECONDS, SPARE (a path on the same disk), then PATH and CONTENT for each file. Prints `ready`.
import { renameSync, writeFileSync, writeSync } from "node:fs";

const [milliseconds = "0", spare = "", ...files] = process.argv.slice(2);
const end = performance.now() + Number(milliseconds);
const starter = process.ppid;

writeSync(1, "ready\n");
while (performance.now() < end && process.ppid === starter) {
  for (let i = 0; i < files.length; i += 2) {
    writeFileSync(spare, files[i + 1] ?? "");
    renameSync(spare, files[i] ?? "");
  }
}
