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
  const ratio = ratioTo(one.name, measured);
  const times = [formatMs(median), `${formatMs(low)}–${formatMs(high)}`, formatMs(min)];
  const shown = one.name === "porthole" ? "" : `${formatRatio(ratio)}`;
  return [one.name, ...times, shown, judge(one.name, median, ratio, measured), one.differs ?? ""];
}

/** What the goal is, if there is one, and whether it is met. @param {string} name @param {number} medianMs @param {number} ratio @param {CaseFigures} measured */
function judge(name, medianMs, ratio, { goals }) {
  const goal = goals.find(({ against }) => name.startsWith(against));
  const say = (/** @type {boolean} */ isMet) => (isMet ? "met" : "MISSED");
  if (goal?.atMost !== undefined) return `≤ ${formatRatio(goal.atMost)} ${say(ratio <= goal.atMost)}`;
  if (goal?.atMostMoreMs === undefined) return "";
  const moreMs = (ratio - 1) * medianMs;
  return `${formatMs(moreMs)} more, ≤ ${formatMs(goal.atMostMoreMs)} ${say(moreMs <= goal.atMostMoreMs)}`;
}

/** Porthole's median divided by another's. @param {string} name @param {CaseFigures} measured */
export function ratioTo(name, measured) {
  const medianOf = (/** @type {string} */ wanted) => {
    const one = measured.figures.find((figures) => figures.name === wanted);
    return one === undefined ? Number.NaN : summarize(samplesOf(one, measured)).median;
  };
  return medianOf("porthole") / medianOf(name);
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
