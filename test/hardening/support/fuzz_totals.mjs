// What the fuzzer prints about its slices: a line for each, and tables of all. Pure.
// @ts-check

/** @typedef {import("./fuzz_slice.mjs").Report} Report */

/** @param {Report} report */
export function showSlice({ slice, leg, calls, faults, descriptors, heapMiB }) {
  const heap = `${heapMiB.before.toFixed(1)} -> ${heapMiB.after.toFixed(1)} MiB`;
  return `slice ${slice} (${leg}): ${calls} calls, ${faults.length} faults, descriptors ${descriptors.before} -> ${descriptors.after}, heap ${heap}`;
}

/** @param {readonly Report[]} reports */
export function showTotals(reports) {
  /** @type {Record<string, Record<string, number>>} by tool and format, then by status */
  const totals = {};
  for (const [key, count] of reports.flatMap(({ counts }) => Object.entries(counts))) {
    const [, subject = "", status = ""] = /^(.*) (\S+)$/.exec(key) ?? [];
    totals[subject] ??= {};
    totals[subject][status] = (totals[subject][status] ?? 0) + count;
  }
  const lines = Object.entries(totals)
    .sort()
    .map(([subject, row]) => showRow(subject, row));
  const sum = (/** @type {(report: Report) => number} */ of) =>
    reports.reduce((total, report) => total + of(report), 0);
  const grown = Math.max(0, ...reports.map(({ heapMiB }) => heapMiB.after - heapMiB.before));
  const left = sum(({ descriptors }) => descriptors.after - descriptors.before);
  return [
    ...lines,
    `total: ${sum(({ calls }) => calls)} calls in ${reports.length} slices, ${sum(({ faults }) => faults.length)} faults`,
    `descriptors left open: ${left}; the heap of a slice grew by at most ${grown.toFixed(1)} MiB`,
  ].join("\n");
}

/** @param {string} subject @param {Record<string, number>} row */
function showRow(subject, row) {
  const all = Object.values(row).reduce((total, count) => total + count, 0);
  const most = Object.entries(row).sort(([, a], [, b]) => b - a);
  return `${subject}: ${all} calls; ${most.map(([status, count]) => `${status} ${count}`).join(", ")}`;
}
