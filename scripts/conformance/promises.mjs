// Which of the promises have a test that did not pass.
// @ts-check

import { tagOf } from "../promises/tags.mjs";

/**
 * A test counts if it passed on one of the runtimes: some need what only one of them has.
 * @param {readonly { file: string, id?: string }[]} promises `id`: of SECURITY.md, if the tests have it in their names
 * @param {readonly import("../reports.mjs").TestFile[]} files of all reports
 * @returns {string[]}
 */
export function judgePromises(promises, files) {
  const problems = promises.flatMap(({ file, id }) => {
    const passed = files
      .filter(({ path }) => path === file)
      .flatMap(({ tests }) => tests.filter(({ status }) => status === "passed"));
    const isKept = passed.some(({ name }) => id === undefined || name.includes(tagOf(id)));
    return isKept ? [] : [`no test of ${file}${id === undefined ? "" : ` with ${tagOf(id)}`} passed`];
  });
  return [...new Set(problems)];
}
