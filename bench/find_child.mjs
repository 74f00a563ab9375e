// @ts-check
// Walks a tree with list_files, page by page, in a fresh process. Prints the time, and the memory after a tenth of the pages and at the
// end.

import { readFileSync } from "node:fs";
import { openToolkit } from "./porthole.mjs";

const [root = "", pattern = ""] = process.argv.slice(2);
const toolkit = openToolkit(root);
const start = performance.now();
let [pages, paths] = [0, 0];
/** @type {string[]} */
const heaps = [];
/** @type {string | null} */
let after = null;
do {
  const outcome = await toolkit.listFiles(".", { pattern, max_results: 1000, ...(after === null ? {} : { after }) });
  if (outcome.status !== "success") throw outcome.error;
  pages += 1;
  paths += outcome.data.paths.length;
  after = outcome.data.next;
  if (pages === 10 || pages === 100 || after === null) heaps.push(`${readHeapMb()} after ${pages}`);
} while (after !== null);
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "latin1"))?.[1]) / 1024;
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${paths} paths, ${seconds} s; heap in MB ${heaps.join(", ")} pages; resident at most ${peak.toFixed(0)} MB`,
);
toolkit.close();

function readHeapMb() {
  globalThis.gc?.();
  return (process.memoryUsage().heapUsed / 2 ** 20).toFixed(1);
}
