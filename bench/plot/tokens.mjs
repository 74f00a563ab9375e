// @ts-check
// Draws the tokens of answers as bars, a group for each call, from the figures of `npm run bench:tokens -- --json FILE`.

import { COLOURS, drawFrame, escapeText } from "./svg.mjs";

/** @typedef {import("../tokens/table.mjs").Row} Row */

const WIDTH = 760;
const AREA = { left: 20, right: 690, top: 75 };
const BAR = 11;
const GROUP_HEAD = 20;
const GROUP_GAP = 10;

/** @param {{ rows: readonly Row[], date: string, about: string }} figures */
export function drawTokens({ rows, date, about }) {
  const groups = rows.map((row) => ({ title: row.title.replaceAll("`", ""), bars: toBars(row) }));
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ tokens }) => tokens)));
  const names = [...new Set(groups.flatMap(({ bars }) => bars.map(({ name }) => name)))];
  const colourOf = (/** @type {string} */ name) => COLOURS[names.indexOf(name) % COLOURS.length] ?? "";
  let y = AREA.top;
  const body = drawKey(names, colourOf);
  for (const { title, bars } of groups) {
    body.push(`<text x="${AREA.left}" y="${y + 12}">${escapeText(title)}</text>`);
    y += GROUP_HEAD;
    for (const { name, tokens } of bars) {
      body.push(drawBar({ y, length: (tokens / most) * (AREA.right - AREA.left), colour: colourOf(name), tokens }));
      y += BAR + 2;
    }
    y += GROUP_GAP;
  }
  return drawFrame({
    size: [WIDTH, y + 30],
    left: AREA.left,
    title: "What an answer costs",
    axis: "tokens; shorter is better",
    body,
    caption: `${date.slice(0, 10)}, ${about}`,
  });
}

/** @param {Row} row @returns {{ name: string, tokens: number }[]} porthole first */
function toBars({ text, json, others }) {
  const all = { "porthole, text": text, "porthole, JSON": json, ...others };
  return Object.entries(all).flatMap(([name, tokens]) => (tokens === null ? [] : [{ name, tokens }]));
}

/** @param {readonly string[]} names @param {(name: string) => string} colourOf */
function drawKey(names, colourOf) {
  return names.map((name, index) => {
    const x = AREA.left + index * 160;
    return `<rect x="${x}" y="48" width="11" height="11" fill="${colourOf(name)}"/><text x="${x + 16}" y="58">${escapeText(name)}</text>`;
  });
}

/** @param {{ y: number, length: number, colour: string, tokens: number }} bar */
function drawBar({ y, length, colour, tokens }) {
  const end = AREA.left + Math.max(1, length);
  return `<rect x="${AREA.left}" y="${y}" width="${Math.max(1, length).toFixed(1)}" height="${BAR}" fill="${colour}"/><text x="${(end + 6).toFixed(1)}" y="${y + 10}" font-size="11">${tokens.toLocaleString("en")}</text>`;
}
