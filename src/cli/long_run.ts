// Prepares the process of a server for a long run: little memory, and no working directory.

import { isAbsolute, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { giveUpWorkingDirectory } from "../workspace/working_directory.ts";

// V8 reads these flags whenever it collects garbage, so they can still be set. By default garbage grows to 70 MiB over hundreds of answers.
// `--optimize-for-size` would prevent that too, but it discards optimised code while the server waits, and the next calls take four times as long.
const FLAGS = [
  "--semi-space-growth-factor=1",
  // Old objects are collected when they have grown by about 2 MiB, not by 8.
  ...["--heap-growing-percent=10", "--incremental-marking-hard-trigger=20"],
  // The many small collections do not wait for other threads, which takes longer than the work on a busy machine.
  "--no-parallel-scavenge",
  // No collection after 8 seconds without a call: it discards optimised code too.
  "--no-memory-reducer",
];

/** Read again while the server runs, and relative to the working directory. */
const PATH_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"];

/**
 * Call this when the program is loaded and everything that its options name is open. Does nothing on Bun. The server keeps its working directory
 * if that was deleted and a variable is relative to it.
 */
export function prepareLongRun(): void {
  if (process.versions.bun !== undefined) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
  if (makePathsAbsolute()) giveUpWorkingDirectory();
}

function makePathsAbsolute(): boolean {
  try {
    for (const name of PATH_VARIABLES) {
      const path = process.env[name];
      if (path && !isAbsolute(path)) process.env[name] = resolve(path);
    }
    return true;
  } catch {
    return false;
  }
}
