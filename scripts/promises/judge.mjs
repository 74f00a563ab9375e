// What a run of tests says about a promise: on the unchanged sources all of its tests pass, and with a mutation those fail that should.
// @ts-check

import { patternOf } from "./names.mjs";

const MAX_REASON_CHARS = 160;
// What vitest says in a report of a test that ran out of time.
const TIMED_OUT = /timed out in|^Error: STACK_TRACE_ERROR/;

/** @typedef {import("./names.mjs").NamedTests} NamedTests */
/** @typedef {import("../reports.mjs").TestFile} TestFile */
/** @typedef {import("../reports.mjs").TestRun} TestRun */
/** `skips`: whether a test that was skipped counts as one that passed. @typedef {{ skips: boolean }} Allowed */

/**
 * @param {readonly NamedTests[]} tests
 * @param {readonly TestFile[]} files
 * @param {Allowed} allowed
 * @returns {string[]} what is wrong
 */
export function judgeUnchanged(tests, files, { skips }) {
  return judgeEach(tests, files, (run, label) => {
    if (run.status === "failed") return [`${label} failed: ${run.why ?? "no reason"}`];
    return run.status === "skipped" && !skips ? [`${label} was SKIPPED`] : [];
  });
}

/**
 * For each name, one of its tests has to fail.
 * @param {import("./list.mjs").Mutation} mutation
 * @param {readonly TestFile[] | "hung"} files
 * @param {Allowed} allowed
 * @returns {string[]} what is wrong
 */
export function judgeMutation({ fails, hangs = false }, files, { skips }) {
  const isOne = fails.flatMap(({ names }) => names).length === 1;
  if (files === "hung") return hangs && isOne ? [] : ["the tests did not end"];
  return fails.flatMap(({ file, names }) =>
    names.flatMap((name) => {
      const label = `${file} ("${name}")`;
      const found = runsOf(file, name, files);
      if (typeof found === "string") return [`${label} ${found}`];
      const failed = found.filter(({ status }) => status === "failed");
      const timedOut = failed.filter(({ why }) => TIMED_OUT.test(why ?? ""));
      if (failed.length > timedOut.length || (hangs && failed.length > 0)) return [];
      if (failed.length > 0) return [`${label} only ran out of time`];
      if (found.every(({ status }) => status === "skipped")) return skips ? [] : [`${label} was SKIPPED`];
      return [`SURVIVED ${label}`];
    }),
  );
}

/**
 * What the first failed test said.
 * @param {readonly NamedTests[]} tests
 * @param {readonly TestFile[] | "hung"} files
 */
export function findReason(tests, files) {
  if (files === "hung") return "the tests do not end";
  const runs = tests.flatMap(({ file, names }) => names.map((name) => runsOf(file, name, files)));
  const failed = runs
    .flatMap((found) => (typeof found === "string" ? [] : found))
    .find(({ status }) => status === "failed");
  return failed?.why?.slice(0, MAX_REASON_CHARS);
}

/**
 * @param {readonly NamedTests[]} tests
 * @param {readonly TestFile[]} files
 * @param {(run: TestRun, label: string) => string[]} judge
 */
function judgeEach(tests, files, judge) {
  return tests.flatMap(({ file, names }) =>
    names.flatMap((name) => {
      const found = runsOf(file, name, files);
      if (typeof found === "string") return [`${file} ("${name}") ${found}`];
      return found.flatMap((run) => judge(run, `${file} ("${run.name}")`));
    }),
  );
}

/**
 * @param {string} file
 * @param {string} name
 * @param {readonly TestFile[]} files
 * @returns {TestRun[] | string} or why there are none
 */
function runsOf(file, name, files) {
  const report = files.find(({ path }) => path === file);
  if (report === undefined) return "did not run";
  if (report.broken) return "did not run: its file does not load, or a hook failed";
  const pattern = new RegExp(patternOf(name));
  const runs = report.tests.filter((test) => pattern.test(test.name));
  return runs.length === 0 ? "does not exist" : runs;
}
