// @ts-check
// One call in a fresh process: prints the memory before it and its peak, in megabytes.

import { readFileSync, writeFileSync } from "node:fs";
import { openToolkit } from "./porthole.mjs";

const [root = "", name = "", args = "{}"] = process.argv.slice(2);
const toolkit = openToolkit(root);
await new Promise((resolve) => setTimeout(resolve, 100));
// Resets the peak memory: see proc(5), clear_refs.
writeFileSync("/proc/self/clear_refs", "5");
const idleMb = readMb("VmRSS");
const { is_error, content } = await toolkit.execute({ id: "1", name, arguments: JSON.parse(args) });
if (is_error) throw new Error(content);
console.log(JSON.stringify({ idleMb, peakMb: readMb("VmHWM") }));
toolkit.close();

/** @param {string} field */
function readMb(field) {
  const line = readFileSync("/proc/self/status", "latin1")
    .split("\n")
    .find((one) => one.startsWith(field));
  return Number(/\d+/.exec(line ?? "")?.[0]) / 1024;
}
