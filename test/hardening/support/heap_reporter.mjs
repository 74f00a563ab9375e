// Loaded into a program before it starts: says over its channel how much memory is in use, whenever it is asked. Does not keep it alive.
// @ts-check

import { settledHeapBytes } from "./memory.mjs";

process.on("message", () => {
  void settledHeapBytes().then((bytes) => process.send?.(bytes));
});
process.channel?.unref();
