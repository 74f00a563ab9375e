import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { countNeeds, showRun } from "../../scripts/portable/show.mjs";
import { CHANGES, weaken } from "../../scripts/portable/weak_copy.mjs";
import { HANDLES, testWhere } from "../support/only_where.ts";

const passed = { name: "a", status: "passed" as const };
const skipped = (name: string) => ({ name, status: "skipped" as const });
const tests = [
  passed,
  skipped("b (only where there are handles: it counts calls)"),
  skipped("group (only where there are handles: it counts calls) c"),
  skipped("d (only where letter case tells names apart: it makes a and A)"),
  skipped("e"),
];
const FILES = [{ path: "one", broken: false, tests }];

describe("npm run test:portable", () => {
  test("counts the tests that are skipped for each reason in their names", () => {
    expect(countNeeds(FILES)).toEqual([
      { need: "where letter case tells names apart", reason: "it makes a and A", count: 1 },
      { need: "where there are handles", reason: "it counts calls", count: 2 },
    ]);
  });

  test("shows a line for each of them, and for those that do not say why", () => {
    expect(showRun("verify on x", 0, FILES)).toEqual({
      isGreen: true,
      lines: [
        "ok     verify on x: 1 passed, 0 failed, 4 skipped",
        "         1 hold only where letter case tells names apart: it makes a and A",
        "         2 hold only where there are handles: it counts calls",
        "         1 for want of a program or of a permission, as printed above",
      ],
    });
  });

  test("is red for a failed test, a file that did not load, a runner that failed and a run of nothing", () => {
    const failed = { name: "f", status: "failed" as const, why: "1 is not 2" };
    const red = showRun("x", 1, [{ path: "two", broken: false, tests: [passed, failed] }]);
    expect(red.lines).toEqual(["FAILED x: 1 passed, 1 failed, 0 skipped", "       two failed: f: 1 is not 2"]);
    const runs = [
      showRun("x", 0, [{ path: "three", broken: true, tests: [passed] }]),
      showRun("x", 1, [{ path: "four", broken: false, tests: [passed] }]),
      showRun("x", 0, []),
    ];
    expect(runs.map(({ isGreen }) => isGreen)).toEqual([false, false, false]);
  });

  testWhere(HANDLES, "in the copy it is changed already", "finds what it changes in the copy, once", () => {
    for (const change of CHANGES) {
      const source = readFileSync(change.file, "utf8");
      expect(weaken(change, source)).toContain(change.to);
      expect(() => weaken(change, source + source)).toThrow("once");
      expect(() => weaken(change, "")).toThrow("once");
    }
  });
});
