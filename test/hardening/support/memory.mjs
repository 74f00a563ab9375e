// Measures the memory in use after garbage collection.
// @ts-check

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** @returns {() => void} */
function findCollector() {
  const bun = Reflect.get(globalThis, "Bun");
  if (bun !== undefined) return () => bun.gc(true);
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

export async function settledHeapBytes() {
  const collect = findCollector();
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed;
}
