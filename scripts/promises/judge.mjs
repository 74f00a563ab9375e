// What a run of tests says about a promise: on the unchanged sources all of its tests pass, and with a mutation one of each file fails.
// @ts-check

import { tagOf } from "./tags.mjs";

const MAX_REASON_CHARS = 160;
// What vitest says in a report of a test that ran out of time.
const TIMED_OUT = /timed out in|^Error: STACK_TRACE_ERROR/;

/** @typedef {import("../reports.mjs").TestFile} TestFile */
/** @typedef {import("../reports.mjs").TestRun} TestRun */
/** `skips`: whether a test that was skipped counts as one that passed. @typedef {{ skips: boolean }} Allowed */

/**
 * @param {string} id
 * @param {readonly string[]} tagged the files that have tests of the promise
 * @param {readonly TestFile[]} reports
 * @param {Allowed} allowed
 * @returns {string[]} what is wrong
 */
export function judgeUnchanged(id, tagged, reports, { skips }) {
  return tagged.flatMap((file) => {
    const runs = runsOf(file, id, reports);
    if (typeof runs === "string") return [`${file} ${runs}`];
    return runs.flatMap(({ name, status, why }) => {
      if (status === "failed") return [`${file} ("${name}") failed: ${why ?? "no reason"}`];
      return status === "skipped" && !skips ? [`${file} ("${name}") was SKIPPED`] : [];
    });
  });
}

/**
 * In each file that the mutation names, a test of the promise has to fail.
 * @param {string} id
 * @param {import("./list.mjs").Mutation} mutation
 * @param {readonly TestFile[] | "hung"} reports
 * @param {Allowed} allowed
 * @returns {string[]} what is wrong
 */
export function judgeMutation(id, { by, hangs = false }, reports, { skips }) {
  if (reports === "hung") return hangs && by.length === 1 ? [] : ["the tests did not end"];
  return by.flatMap((file) => {
    const runs = runsOf(file, id, reports);
    if (typeof runs === "string") return [`${file} ${runs}`];
    const failed = runs.filter(({ status }) => status === "failed");
    const timedOut = failed.filter(({ why }) => TIMED_OUT.test(why ?? ""));
    if (failed.length > timedOut.length || (hangs && failed.length > 0)) return [];
    if (failed.length > 0) return [`${file} only ran out of time`];
    if (runs.every(({ status }) => status === "skipped")) return skips ? [] : [`${file} was SKIPPED`];
    return [`SURVIVED ${file}`];
  });
}

/**
 * What the first failed test said.
 * @param {string} id
 * @param {readonly string[]} by
 * @param {readonly TestFile[] | "hung"} reports
 */
export function findReason(id, by, reports) {
  if (reports === "hung") return "the tests do not end";
  const runs = by.map((file) => runsOf(file, id, reports)).flatMap((found) => (typeof found === "string" ? [] : found));
  return runs.find(({ status }) => status === "failed")?.why?.slice(0, MAX_REASON_CHARS);
}

/**
 * @param {string} file
 * @param {string} id
 * @param {readonly TestFile[]} reports
 * @returns {TestRun[] | string} or why there are none
 */
function runsOf(file, id, reports) {
  const report = reports.find(({ path }) => path === file);
  if (report === undefined) return "did not run";
  if (report.broken) return "did not run: its file does not load, or a hook failed";
  const runs = report.tests.filter(({ name }) => name.includes(tagOf(id)));
  return runs.length === 0 ? `has no test with ${tagOf(id)}` : runs;
}
