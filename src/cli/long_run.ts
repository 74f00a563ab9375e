// Prepares the process of a server for a long run: little memory, and no working directory.

import { isAbsolute, resolve } from "node:path";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { giveUpWorkingDirectory } from "../workspace/working_directory.ts";

// V8 reads all these flags whenever it collects garbage, so they can still be set. By default garbage grows to 70 MiB over hundreds of answers.
// `--optimize-for-size` would prevent that too, but it takes away optimised code while the server waits: the next calls take four times as long.
const KEEP_NEW_SPACE = "--semi-space-growth-factor=1";
const DOUBLE_NEW_SPACE = "--semi-space-growth-factor=2";
const FLAGS = [
  // Start to collect old objects after 3 MiB of them, not 8.
  ...["--heap-growing-percent=10", "--incremental-marking-hard-trigger=40"],
  // The many small collections do not wait for other threads, which takes longer than the work on a busy machine.
  "--no-parallel-scavenge",
  // No collection after 8 seconds without a call: it takes away optimised code too.
  "--no-memory-reducer",
];

const GROW_AFTER_MS = 1000;

/** Read again while the server runs, and relative to the working directory. */
const PATH_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"];

const isNode = process.versions.bun === undefined;

/** Call this before the server is loaded: loading it would double the space for new objects twice. Does nothing on Bun. */
export function limitNewSpace(): void {
  if (isNode) setFlagsFromString(KEEP_NEW_SPACE);
}

/**
 * Call this when the program is loaded and everything that its options name is open. Does nothing on Bun. The server keeps its working directory
 * if that was deleted and a variable is relative to it.
 */
export function prepareLongRun(): void {
  if (!isNode) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
  // Takes some milliseconds, for which the first answer should not wait.
  setTimeout(growNewSpace, GROW_AFTER_MS).unref();
  if (makePathsAbsolute()) giveUpWorkingDirectory();
}

/** Doubles the space for new objects once, so that they are collected half as often. No flag does this while Node runs, so objects must survive. */
function growNewSpace(): void {
  setFlagsFromString(DOUBLE_NEW_SPACE);
  const before = readNewSpace();
  const survivors: number[][][] = [];
  while (readNewSpace() === before && survivors.length < 16) {
    survivors.push(Array.from({ length: 8192 }, (_, index) => [index]));
  }
  setFlagsFromString(KEEP_NEW_SPACE);
}

function readNewSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
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
