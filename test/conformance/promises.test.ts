import { expect, test } from "vitest";
import { judgePromises } from "../../scripts/conformance/promises.mjs";
import type { Status, TestFile } from "../../scripts/reports.mjs";

const file = (path: string, tests: Record<string, Status>): TestFile => ({
  path,
  tests: Object.entries(tests).map(([name, status]) => ({ name, status })),
  broken: false,
});

test("a promise is kept if its tests passed on one of the runtimes", () => {
  const promises = [{ file: "test/a.test.ts", names: ["one"] }];
  const node = file("test/a.test.ts", { "outer one": "skipped", two: "passed" });
  const bun = file("test/a.test.ts", { one: "passed" });
  expect(judgePromises(promises, [node, bun])).toEqual([]);
  expect(judgePromises(promises, [node, file("test/b.test.ts", { one: "passed" })])).toEqual([
    'no test "one" of test/a.test.ts passed, and a page promises it',
  ]);
});

test("a file of which everything was skipped, or that did not run, keeps none", () => {
  const promises = ["a", "b", "b"].map((name) => ({ file: `test/${name}.test.ts`, names: [] }));
  expect(judgePromises(promises, [file("test/a.test.ts", { one: "skipped", two: "failed" })])).toEqual([
    "no test of test/a.test.ts passed, and a page promises it",
    "no test of test/b.test.ts passed, and a page promises it",
  ]);
});
