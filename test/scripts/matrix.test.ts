import { expect, test } from "vitest";
import { countTests, showRow, showTotal } from "../../scripts/matrix/show.mjs";

const FILES = [
  {
    path: "a",
    broken: false,
    tests: [
      { name: "1", status: "passed" as const },
      { name: "2", status: "failed" as const },
      { name: "3", status: "skipped" as const },
    ],
  },
  { path: "b", broken: true, tests: [] },
];

test("a file that did not load counts as a failure", () => {
  expect(countTests(FILES)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test("a runner that failed without a failed test is shown as failed, and is not in the total of the green", () => {
  const green = { runtime: "Node 20.1.0", passed: 5, failed: 0, skipped: 0, isGreen: true };
  const red = { runtime: "Bun 1.0.0", passed: 4, failed: 0, skipped: 2, isGreen: false };
  expect([green, red].map(showRow)).toEqual([
    "ok     Node 20.1.0: 5 passed, 0 failed",
    "FAILED Bun 1.0.0: 4 passed, 0 failed, 2 skipped",
  ]);
  expect(showTotal([green, red])).toBe("1 of 2 runtimes, 9 passed, 0 failed");
});
