// Prepares the process of a server for a long run: little memory, and no working directory.

import { isAbsolute, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { giveUpWorkingDirectory } from "../workspace/working_directory.ts";

// V8 reads these whenever it collects garbage, so they can still be set. Without the first two, garbage grows to 70 MiB over hundreds of
// answers. With the third, the many small collections do not wait for other threads, which takes longer than the work on a busy machine.
const FLAGS = ["--semi-space-growth-factor=1", "--optimize-for-size", "--no-parallel-scavenge"];

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
