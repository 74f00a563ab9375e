// The page about the mutations: what was broken, in which files tests failed, and when that was tried.
// @ts-check

/** @typedef {import("./list.mjs").Promised} Promised */

const START = `# Promises and the tests that hold them

Each promise of [SECURITY.md](../SECURITY.md) has an id, and its tests have that id in their names: those of the first one are found by
searching \`test\` for \`[promise outside]\`. A test proves something only if it fails when the promise is broken. So each promise has mutations:
small changes of the sources that break it. \`npm run promises -- --mutations\` applies them one by one in a copy of the repository. In each file
of the last column a test of the promise must then fail, otherwise the mutation has survived. The snippets and their replacements are in
\`test/promises/promises.json\`.

This page is written by \`npm run promises -- --mutations --write\`. The date is that of the last run in which all mutations of the promise were
noticed.
`;
const HEAD = ["| promise | date | mutation | changed file | noticed by |", "| --- | --- | --- | --- | --- |"];

/**
 * @param {readonly Promised[]} list
 * @param {readonly string[]} tried ids of the promises that were tried today; the dates of the others are those of `before`
 * @param {string} before the page as it was
 * @param {string} [today]
 */
export function renderResults(list, tried, before, today = new Date().toISOString().slice(0, 10)) {
  const dateOf = (/** @type {string} */ id) =>
    tried.includes(id) ? today : (new RegExp(`^\\| ${id} \\| ([\\d-]+) \\|`, "m").exec(before)?.[1] ?? "not yet");
  const rows = list.flatMap(({ id, mutations }) =>
    mutations.map(({ breaks, file, by }) => {
      const noticed = by.map((name) => `\`${name}\``).join(", ");
      return `| ${id} | ${dateOf(id)} | ${breaks} | \`${file}\` | ${noticed} |`;
    }),
  );
  return `${[START, ...HEAD, ...rows].join("\n")}\n`;
}
