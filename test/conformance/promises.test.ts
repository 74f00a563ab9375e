import { expect, test } from "vitest";
import { judgePromises } from "../../scripts/conformance/promises.mjs";
import type { Status, TestFile } from "../../scripts/reports.mjs";

const file = (path: string, tests: Record<string, Status>): TestFile => ({
  path,
  tests: Object.entries(tests).map(([name, status]) => ({ name, status })),
  broken: false,
});

test("a promise is kept if a test with its id passed on one of the runtimes", () => {
  const promises = [{ file: "test/a.test.ts", id: "one" }];
  const node = file("test/a.test.ts", { "is [promise one] so": "skipped", two: "passed" });
  const bun = file("test/a.test.ts", { "is [promise one] so": "passed" });
  expect(judgePromises(promises, [node, bun])).toEqual([]);
  expect(judgePromises(promises, [node, file("test/b.test.ts", { "[promise one]": "passed" })])).toEqual([
    "no test of test/a.test.ts with [promise one] passed",
  ]);
});

test("a file of which everything was skipped, or that did not run, keeps none", () => {
  const promises = ["a", "b", "b"].map((name) => ({ file: `test/${name}.test.ts` }));
  expect(judgePromises(promises, [file("test/a.test.ts", { one: "skipped", two: "failed" })])).toEqual([
    "no test of test/a.test.ts passed",
    "no test of test/b.test.ts passed",
  ]);
});
