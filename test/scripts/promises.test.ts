import { describe, expect, test } from "vitest";
import { judgeMutation, judgeUnchanged } from "../../scripts/promises/judge.mjs";
import { findListProblems, type Mutation, mutate } from "../../scripts/promises/list.mjs";
import { patternOf, readNamedFiles, tagOf } from "../../scripts/promises/tags.mjs";
import type { Status, TestFile } from "../../scripts/reports.mjs";

const FILE = "test/a.test.ts";
const mutation: Mutation = { breaks: "it", file: "src/x.ts", find: "b", replace: "B", by: [FILE] };
const report = (tests: Record<string, Status>, why = "AssertionError"): TestFile[] => [
  { path: FILE, broken: false, tests: Object.entries(tests).map(([name, status]) => ({ name, status, why })) },
];

test("tests carry the ids of promises, and a page names files of tests", () => {
  expect(new RegExp(patternOf(["p", "q-r"])).test(`group is it ${tagOf("q-r")}`)).toBe(true);
  expect(new RegExp(patternOf(["p"])).test(tagOf("pp"))).toBe(false);
  expect(readNamedFiles("| x | `test/a.test.ts`, `test/b.test.ts` (why), `src/c.ts` |")).toEqual([
    "test/a.test.ts",
    "test/b.test.ts",
  ]);
});

describe("the list", () => {
  const promised = { id: "p", mutations: [mutation] };
  const problemsOf = (change: object, { source = "abc", tagged = [FILE] } = {}) =>
    findListProblems(
      [{ ...promised, ...change }],
      () => source,
      () => tagged,
    );

  test("is in order if each snippet occurs once and each file with tests has a mutation", () => {
    expect(problemsOf({})).toEqual([]);
    expect(mutate("abc", mutation)).toBe("aBc");
  });

  test("tells of a snippet that is gone or not the only one, and of a mutation without effect", () => {
    expect(problemsOf({}, { source: "ac" })).toEqual(['p: Error: src/x.ts has "b" 0 times, not once']);
    expect(problemsOf({}, { source: "bab" })).toEqual(['p: Error: src/x.ts has "b" 2 times, not once']);
    expect(problemsOf({ mutations: [{ ...mutation, replace: "b" }] })).toEqual(["p: it: no change"]);
  });

  test("tells of tests without a mutation, of a file without tests, and of a promise with neither", () => {
    const other = "test/b.test.ts";
    expect(problemsOf({}, { tagged: [FILE, other] })).toEqual([`p: no mutation makes a test of ${other} fail`]);
    expect(problemsOf({}, { tagged: [] })).toEqual([`p: no name in ${FILE} has [promise p]`]);
    expect(problemsOf({ mutations: [] }, { tagged: [] })).toEqual(["p: it has no mutation"]);
    expect(problemsOf({ mutations: [mutation, { ...mutation, by: [] }] })).toEqual(["p: it: no test has to fail"]);
    expect(
      findListProblems(
        [promised, promised],
        () => "abc",
        () => [FILE],
      ),
    ).toEqual(["p is in the list twice"]);
  });
});

describe("a run on the unchanged sources", () => {
  const judge = (files: TestFile[], skips = false) => judgeUnchanged("p", [FILE], files, { skips });

  test("is good if every test of the promise passed", () => {
    expect(judge(report({ "[promise p] one": "passed", "two [promise p]": "passed", three: "failed" }))).toEqual([]);
  });

  test("is not if one failed, was skipped, does not exist or did not run", () => {
    const label = `${FILE} ("[promise p]")`;
    expect(judge(report({ "[promise p]": "failed" }))).toEqual([`${label} failed: AssertionError`]);
    expect(judge(report({ "[promise p]": "skipped" }))).toEqual([`${label} was SKIPPED`]);
    expect(judge(report({ "[promise p]": "skipped" }), true)).toEqual([]);
    expect(judge(report({ two: "passed" }))).toEqual([`${FILE} has no test with [promise p]`]);
    expect(judge([])).toEqual([`${FILE} did not run`]);
  });
});

describe("a run with a mutation", () => {
  const judge = (files: TestFile[] | "hung", change: Partial<Mutation> = {}) =>
    judgeMutation("p", { ...mutation, ...change }, files, { skips: false });

  test("is good if a test of each file failed", () => {
    expect(judge(report({ "x [promise p]": "failed", "y [promise p]": "passed" }))).toEqual([]);
  });

  test("is not if they all passed, were skipped, or their file does not load", () => {
    expect(judge(report({ "[promise p]": "passed", two: "failed" }))).toEqual([`SURVIVED ${FILE}`]);
    expect(judge(report({ "[promise p]": "skipped" }))).toEqual([`${FILE} was SKIPPED`]);
    const broken = report({}).map((file) => ({ ...file, broken: true }));
    expect(judge(broken)).toEqual([`${FILE} did not run: its file does not load, or a hook failed`]);
  });

  test("is not if a test only ran out of time, unless the mutation is one that hangs", () => {
    const slow = report({ "[promise p]": "failed" }, "Error: Test timed out in 40000ms.");
    expect(judge(slow)).toEqual([`${FILE} only ran out of time`]);
    expect(judge(slow, { hangs: true })).toEqual([]);
    expect(judge("hung")).toEqual(["the tests did not end"]);
    expect(judge("hung", { hangs: true })).toEqual([]);
  });
});
