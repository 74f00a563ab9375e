// Prepares the process of a server for a long run with little memory.

import { setFlagsFromString } from "node:v8";

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

/** Call this when the program is loaded. Does nothing on Bun. */
export function prepareLongRun(): void {
  if (process.versions.bun !== undefined) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
