// Which of the tests that a page names did not pass.
// @ts-check

import { patternOf } from "../promises/names.mjs";

/** @typedef {import("../promises/names.mjs").NamedTests} NamedTests */

/**
 * A test counts if it passed on one of the runtimes: some need what only one of them has.
 * @param {readonly NamedTests[]} promises
 * @param {readonly import("../reports.mjs").TestFile[]} files of all reports
 * @returns {string[]}
 */
export function judgePromises(promises, files) {
  const problems = new Set();
  for (const { file, names } of promises) {
    const passed = files
      .filter(({ path }) => path === file)
      .flatMap(({ tests }) => tests.filter(({ status }) => status === "passed"));
    if (passed.length === 0) problems.add(`no test of ${file} passed, and a page promises it`);
    for (const name of names) {
      const pattern = new RegExp(patternOf(name));
      if (!passed.some((test) => pattern.test(test.name)))
        problems.add(`no test ${JSON.stringify(name)} of ${file} passed, and a page promises it`);
    }
  }
  return [...problems];
}
