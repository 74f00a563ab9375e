import { describe, expect, test } from "vitest";
import { judgeMutation, judgeUnchanged } from "../../scripts/promises/judge.mjs";
import { findListProblems, type Mutation, mutate } from "../../scripts/promises/list.mjs";
import { patternOf, readNamedTests } from "../../scripts/promises/names.mjs";
import type { Status, TestFile } from "../../scripts/reports.mjs";

const A = { file: "test/a.test.ts", names: ["one"] };
const mutation: Mutation = { breaks: "it", file: "src/x.ts", find: "b", replace: "B", fails: [A] };
const report = (tests: Record<string, Status>, why = "AssertionError"): TestFile[] => [
  {
    path: A.file,
    broken: false,
    tests: Object.entries(tests).map(([name, status]) => ({ name, status, why })),
  },
];

describe("names of tests", () => {
  test("a page names tests by file, and by name in brackets behind it", () => {
    const page = '| x | `test/a.test.ts`, `test/b.test.ts` ("one", "and two") (why), `src/c.ts` |';
    expect(readNamedTests(page)).toEqual([
      { file: "test/a.test.ts", names: [] },
      { file: "test/b.test.ts", names: ["one", "and two"] },
    ]);
  });

  test.each([
    ["is (a) link", "group is (a) link", true],
    ["is (a) link", "is (a) link", true],
    ["is (a) link", "group is (a) link that leads out", false],
    ["link", "a blink", false],
    ["group > is it", "outer group is it", true],
    ["group > is it", "is it", false],
  ])("%j stands for %j: %s", (name, full, isMeant) => {
    expect(new RegExp(patternOf(name)).test(full)).toBe(isMeant);
  });
});

describe("the list", () => {
  const promised = { id: "p", promise: "It", tests: [A], mutations: [mutation] };
  const problemsOf = (change: object, source = "abc") => findListProblems([{ ...promised, ...change }], () => source);

  test("is in order if each snippet occurs once and each test has a mutation", () => {
    expect(problemsOf({})).toEqual([]);
    expect(mutate("abc", mutation)).toBe("aBc");
  });

  test("tells of a snippet that is gone or not the only one, and of a mutation without effect", () => {
    expect(problemsOf({}, "ac")).toEqual(['p: Error: src/x.ts has "b" 0 times, not once']);
    expect(problemsOf({}, "bab")).toEqual(['p: Error: src/x.ts has "b" 2 times, not once']);
    expect(problemsOf({ mutations: [{ ...mutation, replace: "b" }] })).toEqual(["p: it: no change"]);
  });

  test("tells of a test without a mutation, of one that is not named, and of a promise with neither", () => {
    expect(problemsOf({ tests: [{ ...A, names: ["one", "two"] }] })).toEqual([
      'p: no mutation makes test/a.test.ts ("two") fail',
    ]);
    expect(problemsOf({ tests: [] })).toEqual(['p: it: test/a.test.ts ("one") is not one of its tests']);
    expect(problemsOf({ tests: [], mutations: [] })).toEqual(["p: it has no mutation"]);
    expect(problemsOf({ tests: [], mutations: [{ ...mutation, fails: [] }] })).toEqual(["p: it: no test has to fail"]);
    expect(findListProblems([promised, promised], () => "abc")).toEqual(["p is in the list twice"]);
  });
});

describe("a run on the unchanged sources", () => {
  const judge = (files: TestFile[], skips = false) => judgeUnchanged([A], files, { skips });

  test("is good if every test of the name passed", () => {
    expect(judge(report({ "x one": "passed", "y one": "passed", two: "failed" }))).toEqual([]);
  });

  test("is not if one failed, was skipped, does not exist or did not run", () => {
    const label = 'test/a.test.ts ("one")';
    expect(judge(report({ one: "failed" }))).toEqual([`${label} failed: AssertionError`]);
    expect(judge(report({ one: "skipped" }))).toEqual([`${label} was SKIPPED`]);
    expect(judge(report({ one: "skipped" }), true)).toEqual([]);
    expect(judge(report({ two: "passed" }))).toEqual([`${label} does not exist`]);
    expect(judge([])).toEqual([`${label} did not run`]);
  });
});

describe("a run with a mutation", () => {
  const judge = (files: TestFile[] | "hung", change: Partial<Mutation> = {}) =>
    judgeMutation({ ...mutation, ...change }, files, { skips: false });
  const label = 'test/a.test.ts ("one")';

  test("is good if a test of each name failed", () => {
    expect(judge(report({ "x one": "failed", "y one": "passed" }))).toEqual([]);
  });

  test("is not if they all passed, were skipped, or their file does not load", () => {
    expect(judge(report({ one: "passed", two: "failed" }))).toEqual([`SURVIVED ${label}`]);
    expect(judge(report({ one: "skipped" }))).toEqual([`${label} was SKIPPED`]);
    const broken = report({}).map((file) => ({ ...file, broken: true }));
    expect(judge(broken)).toEqual([`${label} did not run: its file does not load, or a hook failed`]);
  });

  test("is not if a test only ran out of time, unless the mutation is one that hangs", () => {
    const slow = report({ one: "failed" }, "Error: Test timed out in 40000ms.");
    expect(judge(slow)).toEqual([`${label} only ran out of time`]);
    expect(judge(slow, { hangs: true })).toEqual([]);
    expect(judge("hung")).toEqual(["the tests did not end"]);
    expect(judge("hung", { hangs: true })).toEqual([]);
  });
});
