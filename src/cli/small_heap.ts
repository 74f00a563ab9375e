// Keeps the memory of a long-running server small.

import { setFlagsFromString } from "node:v8";

// V8 reads both whenever it collects garbage, so they can still be set. Without them, garbage grows to 70 MiB over hundreds of answers.
const FLAGS = ["--semi-space-growth-factor=1", "--optimize-for-size"];

/** Collects garbage earlier, which takes a little more time: call this when the program is loaded. Does nothing on Bun. */
export function keepHeapSmall(): void {
  if (process.versions.bun === undefined) for (const flag of FLAGS) setFlagsFromString(flag);
}
