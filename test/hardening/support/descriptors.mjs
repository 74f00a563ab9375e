// Counts the open descriptors of a process whose paths contain a given part, because the runtime opens and closes others. Linux only:
// elsewhere it returns 0.
// @ts-check

import { readdirSync, readlinkSync } from "node:fs";

// Reached only if something stays open for good.
const LONGEST_MS = 20_000;
const LOOK_MS = 5;

/**
 * @param {string} part of the path, that no other path has
 * @param {number} [pid]
 */
export function countOpen(part, pid = process.pid) {
  if (process.platform !== "linux") return 0;
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => readTarget(`/proc/${pid}/fd/${fd}`).includes(part)).length;
}

/**
 * How many more are open than before, once that has settled: what was cancelled may be closed after the answer.
 * @param {string} part
 * @param {{ before?: number, pid?: number | undefined }} [options]
 */
export async function countLeft(part, { before = 0, pid = process.pid } = {}) {
  const end = performance.now() + LONGEST_MS;
  while (countOpen(part, pid) > before && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return Math.max(0, countOpen(part, pid) - before);
}

/** @param {string} link */
function readTarget(link) {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
