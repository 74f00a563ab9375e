// @ts-check
// Formats the figures as lines of text: for every contestant its time, its spread, and the ratio to porthole's. Pure.

import { summarize } from "./statistics.mjs";

/** @typedef {import("./types.d.ts").CaseFigures} CaseFigures */
/** @typedef {import("./types.d.ts").Figures} Figures */

const HEAD = ["", "median", "quartiles", "least", "porthole takes", "goal", ""];

/** @param {CaseFigures} measured @returns {string} */
export function renderCase(measured) {
  const { title, meter, figures } = measured;
  const unit = meter === "cpu" ? "processor time" : "by the clock";
  const rows = figures.map((one) => toRow(one, measured));
  return [`${title} [${measured.id}; ${unit}]`, ...align([HEAD, ...rows])].join("\n");
}

/** @param {Figures} one @param {CaseFigures} measured */
function toRow(one, measured) {
  const { median, low, high, min } = summarize(samplesOf(one, measured));
  const goal = goalFor(one.name, measured);
  const ratio = ratioTo(one.name, measured);
  const times = [formatMs(median), `${formatMs(low)}–${formatMs(high)}`, formatMs(min)];
  const verdict = goal === null ? "" : `≤ ${formatRatio(goal)} ${ratio <= goal ? "met" : "MISSED"}`;
  const shown = one.name === "porthole" ? "" : `${formatRatio(ratio)}`;
  return [one.name, ...times, shown, verdict, one.differs ?? ""];
}

/** Porthole's median divided by another's. @param {string} name @param {CaseFigures} measured */
export function ratioTo(name, measured) {
  const medianOf = (/** @type {string} */ wanted) => {
    const one = measured.figures.find((figures) => figures.name === wanted);
    return one === undefined ? Number.NaN : summarize(samplesOf(one, measured)).median;
  };
  return medianOf("porthole") / medianOf(name);
}

/** @param {string} name @param {CaseFigures} measured @returns {number | null} */
function goalFor(name, { goals }) {
  return goals.find(({ against }) => name.startsWith(against))?.atMost ?? null;
}

/** @param {Figures} figures @param {CaseFigures} measured */
function samplesOf({ wallMs, cpuMs }, { meter }) {
  return meter === "cpu" ? cpuMs : wallMs;
}

/** @param {number} ms */
export function formatMs(ms) {
  if (ms >= 1000) return `${(ms / 1000).toPrecision(3)} s`;
  return ms >= 0.1 ? `${ms.toPrecision(3)} ms` : `${(ms * 1000).toPrecision(3)} µs`;
}

/** @param {number} ratio */
function formatRatio(ratio) {
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2)}×`;
}

/** @param {readonly (readonly string[])[]} rows @returns {string[]} */
export function align(rows) {
  const widths = rows.reduce((found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, cell.length)), [0]);
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd());
}
