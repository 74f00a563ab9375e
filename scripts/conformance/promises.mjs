// Finds the tests that a page names for its promises, by file, and by title if the file has others too. Reports which of them did not pass.
// @ts-check

/** @typedef {{ file: string, names: string[] }} Promised */

/**
 * Written as `test/a.test.ts` or `test/a.test.ts` ("name of a test", "name of another").
 * @param {string} page
 * @returns {Promised[]}
 */
export function readPromises(page) {
  return [...page.matchAll(/`(test\/[^`]+\.test\.ts)`(?: \(("[^"]+"(?:, "[^"]+")*)\))?/g)].map(
    ([, file = "", names = ""]) => ({ file, names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name) }),
  );
}

/**
 * A test counts if it passed on one of the runtimes: some need what only one of them has.
 * @param {readonly Promised[]} promises
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
      if (!passed.some((test) => test.name.includes(name)))
        problems.add(`no test ${JSON.stringify(name)} of ${file} passed, and a page promises it`);
    }
  }
  return [...problems];
}
