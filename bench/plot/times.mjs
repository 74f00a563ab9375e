// @ts-check
// Draws the time of a first look at trees of three sizes, from the figures of `npm run bench -- --large --json FILE`.

import { summarize } from "../statistics.mjs";
import { formatMs } from "../table.mjs";
import { COLOURS, drawFrame, escapeText } from "./svg.mjs";

/** @typedef {import("../types.d.ts").CaseFigures} CaseFigures */
/** @typedef {{ files: number, ms: number }} Point */
/** @typedef {{ name: string, points: Point[] }} Line */

const [WIDTH, HEIGHT] = [760, 420];
const AREA = { left: 70, right: 590, top: 50, bottom: 370 };

/** @param {{ cases: readonly CaseFigures[], trees: Record<string, { files: number }>, date: string, processor: string, node: string }} figures */
export function drawTimes(figures) {
  const lines = toLines(figures);
  const all = lines.flatMap(({ points }) => points);
  const x = toScale(
    all.map(({ files }) => files),
    AREA.left,
    AREA.right,
  );
  const y = toScale(
    all.map(({ ms }) => ms),
    AREA.bottom,
    AREA.top,
  );
  const body = [...drawGrid(x, y), ...drawLines(lines, x, y)];
  const caption = `${figures.date.slice(0, 10)}, ${figures.processor}, node ${figures.node}`;
  return drawFrame({
    size: [WIDTH, HEIGHT],
    left: AREA.left,
    title: "A first look at a tree: depth 3, 100 entries",
    axis: "milliseconds against files in the tree, both logarithmic; lower is better",
    body,
    caption,
  });
}

/** @param {Parameters<typeof drawTimes>[0]} figures @returns {Line[]} porthole and the floor first */
function toLines({ cases, trees }) {
  /** @type {Map<string, Point[]>} */
  const lines = new Map([
    ["porthole", []],
    ["floor", []],
  ]);
  for (const tree of ["S", "M", "L"]) {
    const measured = cases.find(({ id }) => id === `first-look-${tree}`);
    const files = trees[tree]?.files ?? 0;
    for (const { name, cpuMs } of measured?.figures ?? []) {
      const points = lines.get(name) ?? [];
      lines.set(name, [...points, { files, ms: summarize(cpuMs).median }]);
    }
  }
  return [...lines].map(([name, points]) => ({ name, points }));
}

/** Whole powers of ten at both ends. @param {readonly number[]} values @param {number} from @param {number} to */
function toScale(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  const at = (/** @type {number} */ value) =>
    from + ((Math.log10(value) - low) / Math.max(1, high - low)) * (to - from);
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) };
}

/** @param {ReturnType<typeof toScale>} x @param {ReturnType<typeof toScale>} y */
function drawGrid(x, y) {
  const across = y.ticks.map((tick) => {
    const at = y.at(tick).toFixed(1);
    const text = formatMs(tick).replace(/\.0+ /, " ");
    return `<path class="grid" d="M${AREA.left} ${at}H${AREA.right}"/><text x="${AREA.left - 8}" y="${at}" dy="4" text-anchor="end">${text}</text>`;
  });
  const down = x.ticks.map((tick) => {
    const at = x.at(tick).toFixed(1);
    return `<path class="grid" d="M${at} ${AREA.top}V${AREA.bottom}"/><text x="${at}" y="${AREA.bottom + 18}" text-anchor="middle">${tick.toLocaleString("en")}</text>`;
  });
  return [...across, ...down];
}

/** @param {readonly Line[]} lines @param {ReturnType<typeof toScale>} x @param {ReturnType<typeof toScale>} y */
function drawLines(lines, x, y) {
  const labels = spreadLabels(lines.map(({ points }) => y.at(points.at(-1)?.ms ?? 1)));
  return lines.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = points.map(({ files, ms }) => `${x.at(files).toFixed(1)} ${y.at(ms).toFixed(1)}`).join("L");
    const width = name === "porthole" ? 3.5 : 1.8;
    const dots = points.map(
      ({ files, ms }) => `<circle cx="${x.at(files).toFixed(1)}" cy="${y.at(ms).toFixed(1)}" r="3"/>`,
    );
    const label = `<text x="${AREA.right + 10}" y="${labels[index]?.toFixed(1)}" dy="4" style="fill:${colour}"${name === "porthole" ? ' font-weight="bold"' : ""}>${escapeText(`${name} ${formatMs(points.at(-1)?.ms ?? 0)}`)}</text>`;
    return `<g fill="${colour}"><path d="M${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>${dots.join("")}${label}</g>`;
  });
}

/** Moves labels apart that would lie on each other. @param {readonly number[]} wanted */
function spreadLabels(wanted) {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  let lowest = 0;
  for (const label of order) {
    label.at = Math.max(label.at, lowest + 15);
    lowest = label.at;
  }
  return order.sort((a, b) => a.index - b.index).map(({ at }) => at);
}
