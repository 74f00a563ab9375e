// How a page names tests, and which tests such a name stands for.
// @ts-check

/** @typedef {{ file: string, names: string[] }} NamedTests */

/**
 * Reads `test/a.test.ts` and `test/a.test.ts` ("name of a test", "name of another").
 * @param {string} page
 * @returns {NamedTests[]}
 */
export function readNamedTests(page) {
  return [...page.matchAll(/`(test\/[^`]+\.test\.ts)`(?: \(("[^"]+"(?:, "[^"]+")*)\))?/g)].map(
    ([, file = "", names = ""]) => ({ file, names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name) }),
  );
}

/**
 * A name is the title of a test, with the titles of groups before it if they are needed: `group > title`. The pattern
 * is for full names, in which runners put spaces between the titles.
 * @param {string} name
 */
export function patternOf(name) {
  return `(?:^| )${name.replaceAll(" > ", " ").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}
