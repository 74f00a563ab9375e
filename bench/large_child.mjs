// @ts-check
// One call on a large file in a fresh process: its time, its memory beyond the idle process, and how long it blocked the event loop.

import { readFileSync, writeFileSync } from "node:fs";
import { createAgentToolkit } from "../dist/lib.js";

const [root = "", name = "", args = "{}"] = process.argv.slice(2);
const max_file_bytes = 1_073_741_824;
const tools = { read_file: { max_file_bytes }, search_text: { max_file_bytes } };
const toolkit = createAgentToolkit({ workspaceRoot: root, config: { tools }, timeoutMs: 600_000 });
await new Promise((resolve) => setTimeout(resolve, 100));
// Resets the peak memory: see proc(5), clear_refs.
writeFileSync("/proc/self/clear_refs", "5");
const idleMb = readMb("VmRSS");

// Processor time between two turns, which other processes disturb less than wall time.
let [lastMs, heldMs, isOver] = [cpuMs(), 0, false];
const turn = () => {
  const nowMs = cpuMs();
  [heldMs, lastMs] = [Math.max(heldMs, nowMs - lastMs), nowMs];
  if (!isOver) setImmediate(turn);
};
setImmediate(turn);
const startMs = performance.now();
const { content } = await toolkit.execute({ id: "1", name, arguments: JSON.parse(args) });
const seconds = (performance.now() - startMs) / 1000;
isOver = true;
console.log(
  JSON.stringify({ seconds, beyondMb: readMb("VmHWM") - idleMb, heldMs, says: describe(JSON.parse(content)) }),
);
toolkit.close();

/** @param {any} answer */
function describe({ error, meta, matched_lines, left_out }) {
  if (error) return error.code;
  return meta ? `${meta.line_count} lines` : `${matched_lines} matching, left out ${JSON.stringify(left_out)}`;
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param {string} field */
function readMb(field) {
  const line = readFileSync("/proc/self/status", "latin1")
    .split("\n")
    .find((one) => one.startsWith(field));
  return Number(/\d+/.exec(line ?? "")?.[0]) / 1024;
}
