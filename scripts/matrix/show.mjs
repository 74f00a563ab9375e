// Formats the results of the suite on several runtimes as lines. Pure.
// @ts-check

/** @typedef {{ runtime: string, passed: number, failed: number, skipped: number, isGreen: boolean }} Row */

/**
 * A file that did not load counts as one failed test.
 * @param {readonly import("../reports.mjs").TestFile[]} files
 */
export function countTests(files) {
  const tests = files.flatMap((file) => file.tests);
  const count = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length;
  const broken = files.filter((file) => file.broken).length;
  return { passed: count("passed"), failed: count("failed") + broken, skipped: count("skipped") };
}

/** @param {Row} row */
export function showRow({ runtime, passed, failed, skipped, isGreen }) {
  const rest = `${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return `${isGreen ? "ok    " : "FAILED"} ${runtime}: ${passed} passed, ${rest}`;
}

/** @param {readonly Row[]} rows */
export function showTotal(rows) {
  const sum = (/** @type {"passed" | "failed"} */ what) => rows.reduce((total, row) => total + row[what], 0);
  const green = rows.filter((row) => row.isGreen).length;
  return `${green} of ${rows.length} runtimes, ${sum("passed")} passed, ${sum("failed")} failed`;
}
