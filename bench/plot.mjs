// @ts-check
// Draws the plots of docs/benchmarks.md from figures that a bench wrote with --json. Run: npm run bench:plot -- FIGURES.json PLOT.svg. The
// figures of `npm run bench -- --large` become times, those of `npm run bench:tokens` tokens.

import { readFileSync, writeFileSync } from "node:fs";
import { drawTimes } from "./plot/times.mjs";
import { drawTokens } from "./plot/tokens.mjs";

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error("bench: npm run bench:plot -- FIGURES.json PLOT.svg");
  process.exitCode = 2;
} else {
  const figures = JSON.parse(readFileSync(from, "utf8"));
  writeFileSync(to, "cases" in figures ? drawTimes(figures) : drawTokens(figures));
}
