// What the bench makes of its figures: quartiles, ratios, verdicts, and the plot.

import { describe, expect, test } from "vitest";
import { drawTimes } from "../../bench/plot/times.mjs";
import { summarize } from "../../bench/statistics.mjs";
import { formatMs, ratioTo, renderCase } from "../../bench/table.mjs";

const figuresOf = (name: string, cpuMs: number[]) => ({ name, differs: null, calls: 1, wallMs: [99], cpuMs });
const CASE = {
  id: "some",
  title: "some case",
  meter: "cpu" as const,
  goals: [
    { against: "floor", atMost: 2 },
    { against: "peer", atMost: 1 },
  ],
  figures: [figuresOf("floor", [1, 2, 3]), figuresOf("porthole", [6]), figuresOf("peer 2", [12])],
};

describe("the bench's figures", () => {
  test("have a median, quartiles and a least", () => {
    expect(summarize([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.75, high: 3.25, min: 1 });
  });

  test("are compared by porthole's median over the other's", () => {
    expect(ratioTo("floor", CASE)).toBe(3);
    expect(ratioTo("peer 2", CASE)).toBe(0.5);
  });

  test("are shown with the verdict on each goal", () => {
    expect(renderCase(CASE).split("\n")).toEqual([
      "some case [some; processor time]",
      "            median   quartiles        least    porthole takes  goal",
      "  floor     2.00 ms  1.50 ms–2.50 ms  1.00 ms  3.00×           ≤ 2.00× MISSED",
      "  porthole  6.00 ms  6.00 ms–6.00 ms  6.00 ms",
      "  peer 2    12.0 ms  12.0 ms–12.0 ms  12.0 ms  0.50×           ≤ 1.00× met",
    ]);
  });

  test("change their unit with their size", () => {
    expect([0.0421, 0.5, 42, 1500].map(formatMs)).toEqual(["42.1 µs", "0.500 ms", "42.0 ms", "1.50 s"]);
  });

  test("are drawn with a line for each contestant, porthole first", () => {
    const cases = ["S", "M", "L"].map((tree) => ({ ...CASE, id: `first-look-${tree}` }));
    const trees = { S: { files: 1e3 }, M: { files: 2e4 }, L: { files: 1e6 } };
    const svg = drawTimes({ cases, trees, date: "2026-01-02T03:04:05Z", processor: "a <fast> one", node: "v20" });
    const labels = [...svg.matchAll(/>(porthole|floor|peer 2) [\d.]+ ms</g)].map(([, name]) => name);
    expect(labels).toEqual(["porthole", "floor", "peer 2"]);
    expect(svg).toContain("2026-01-02, a &lt;fast> one, node v20");
    expect(svg.match(/<circle/g)?.length).toBe(9);
  });
});
