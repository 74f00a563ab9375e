// The page about the mutations: what was broken, which tests failed, and when that was tried.
// @ts-check

/** @typedef {import("./list.mjs").Promised} Promised */

const START = `# Promises and the tests that hold them

[SECURITY.md](../SECURITY.md) names tests for each promise. A test proves something only if it fails when the promise is broken. So each promise has
mutations: small changes of the sources that break it. \`npm run promises -- --mutations\` applies them one by one in a copy of the repository and
requires the tests in the last column to fail. It fails if a mutation survives. The snippets and their replacements are in
\`test/promises/promises.json\`.

This page is written by \`npm run promises -- --mutations --write\`. The date is that of the last run in which all mutations of the promise were
noticed.
`;
const HEAD = ["| promise | date | mutation | changed file | tests that failed |", "| --- | --- | --- | --- | --- |"];

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
    mutations.map(
      ({ breaks, file, fails }) => `| ${id} | ${dateOf(id)} | ${breaks} | \`${file}\` | ${showTests(fails)} |`,
    ),
  );
  return `${[START, ...HEAD, ...rows].join("\n")}\n`;
}

/** @param {readonly import("./names.mjs").NamedTests[]} tests */
function showTests(tests) {
  return tests
    .map(({ file, names }) => `\`${file}\` (${names.map((name) => `"${name.replaceAll("|", "\\|")}"`).join(", ")})`)
    .join(", ");
}
