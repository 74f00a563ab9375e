// Runs the programs that it is given one after another in one process, and marks the end of each in both outputs: `\0STATUS\0` and `\0`.
// @ts-check

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) {
  let status = 0;
  process.argv = [process.execPath, resolve(file)];
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(error);
    status = 1;
  }
  process.stdout.write(`\0${status}\0`);
  process.stderr.write("\0");
}
