// Formats a verdict as lines: a plain table, or a Markdown one.
// @ts-check

/** @typedef {import("./judge.mjs").Row} Row */
/** @typedef {import("./judge.mjs").State} State */

/** @type {State[]} */
const STATES = ["pass", "fail", "skipped", "pending", "MISSING"];

/**
 * @param {Row[]} rows
 * @param {"first" | "all"} which tests to name
 * @returns {string[]}
 */
export function showPlain(rows, which) {
  const width = Math.max(0, ...rows.map((row) => row.requirement.id.length));
  return rows.flatMap(({ requirement, state, tests }) => {
    const start = `${requirement.id.padEnd(width)}  ${state.padEnd(7)}  ${String(tests.length).padStart(3)}`;
    const [first = "", ...rest] = tests.map((test) => test.name);
    const more = which === "all" ? rest.map((name) => `${" ".repeat(start.length)}  ${name}`) : [];
    return [`${start}  ${first}`.trimEnd(), ...more];
  });
}

/**
 * @param {Row[]} rows
 * @param {"first" | "all"} which tests to name
 * @returns {string[]}
 */
export function showMarkdown(rows, which) {
  const lines = rows.map(({ requirement, state, tests }) => {
    const names = tests.slice(0, which === "all" ? undefined : 1).map((test) => cell(test.name));
    const cells = [requirement.id, requirement.source, cell(requirement.text), state, tests.length, names.join("<br>")];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| ID | Specification | Requirement | State | Tests | Test |",
    "| --- | --- | --- | --- | --: | --- |",
    ...lines,
  ];
}

/** @param {string} text */
function cell(text) {
  return text.replace(/[\\|<]/g, "\\$&").replace(/\s+/g, " ");
}

/**
 * @param {Row[]} rows
 * @returns {string}
 */
export function showTotals(rows) {
  const counts = STATES.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`);
  return `${rows.length} requirements: ${counts.join(", ")}`;
}
