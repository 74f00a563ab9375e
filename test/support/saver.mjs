// Saves files again and again as editors do, by renaming a new file over the old one, so that each always exists. Ends after a number of
// rounds, or when its parent is gone. Arguments: ROUNDS, SPARE (a path on the same disk), then PATH and CONTENT for each file. Prints
// `ready`.
import { renameSync, writeFileSync, writeSync } from "node:fs";

const [rounds = "0", spare = "", ...files] = process.argv.slice(2);
const starter = process.ppid;

writeSync(1, "ready\n");
for (let round = 0; round < Number(rounds) && process.ppid === starter; round++) {
  for (let i = 0; i < files.length; i += 2) {
    writeFileSync(spare, files[i + 1] ?? "");
    renameSync(spare, files[i] ?? "");
  }
}
