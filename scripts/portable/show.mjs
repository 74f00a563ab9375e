// What a run of the suite on several disks comes to, in lines. Pure.
// @ts-check

import { countTests } from "../matrix/show.mjs";

/** As test/support/only_where.ts writes it into the name of a test that is skipped. */
const NEED = /\(only (where .+?): (.+?)\)/;

/**
 * How many tests were skipped for each reason that they give themselves; the rest say theirs when they are loaded, such as a missing program.
 * @param {readonly import("../reports.mjs").TestFile[]} files
 * @returns {{ need: string, reason: string, count: number }[]}
 */
export function countNeeds(files) {
  /** @type {Map<string, { need: string, reason: string, count: number }>} */
  const found = new Map();
  for (const { name } of files.flatMap(({ tests }) => tests.filter(({ status }) => status === "skipped"))) {
    const [key, need, reason] = NEED.exec(name) ?? [];
    if (key === undefined || need === undefined || reason === undefined) continue;
    const row = found.get(key) ?? { need, reason, count: 0 };
    row.count += 1;
    found.set(key, row);
  }
  return [...found.values()].sort((a, b) => (a.need + a.reason < b.need + b.reason ? -1 : 1));
}

/**
 * @param {string} what the disk
 * @param {number} status of the runner
 * @param {readonly import("../reports.mjs").TestFile[]} files
 * @returns {{ isGreen: boolean, lines: string[] }}
 */
export function showRun(what, status, files) {
  const { passed, failed, skipped } = countTests(files);
  const needs = countNeeds(files);
  const told = needs.reduce((sum, { count }) => sum + count, 0);
  const isGreen = status === 0 && failed === 0 && passed > 0;
  const lines = [`${isGreen ? "ok    " : "FAILED"} ${what}: ${passed} passed, ${failed} failed, ${skipped} skipped`];
  for (const { need, reason, count } of needs) lines.push(`         ${count} hold only ${need}: ${reason}`);
  if (skipped > told)
    lines.push(`         ${skipped - told} for want of a program or of a permission, as printed above`);
  for (const { path, tests, broken } of files) {
    if (broken) lines.push(`       ${path} failed outside its tests`);
    for (const { name, why } of tests.filter((test) => test.status === "failed")) {
      lines.push(`       ${path} failed: ${name}${why === undefined ? "" : `: ${why}`}`);
    }
  }
  return { isGreen, lines };
}
