// SECURITY.md, the tests and the mutations agree: every promise has an id, tests with that id in their names, which can run, and mutations
// that can still be applied. `npm run promises -- --mutations` runs the tests and applies the mutations.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findListProblems, readList } from "../../scripts/promises/list.mjs";
import { renderResults } from "../../scripts/promises/show.mjs";
import { readNamedFiles, readTags } from "../../scripts/promises/tags.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, "utf8");
const list = readList(ROOT);
const filesOf = readTags(ROOT);

/** Nothing but a condition may keep a test from running. */
const NEVER_RUN = /\b(?:test|describe|it)(?:\.each\([^)]*\))?\.(?:skip|todo|only|fails)\b/;

describe("the promises", () => {
  test("of SECURITY.md are those of the list, in the same order", () => {
    const rows = [...read("SECURITY.md").matchAll(/^\| \*\*([\w-]+)\*\* \| \S/gm)].map(([, id]) => id);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(rows).toEqual(list.map(({ id }) => id));
  });

  test("have tests and a mutation each: every file with tests has one that must fail, and each can be applied", () => {
    expect(findListProblems(list, read, filesOf)).toEqual([]);
    expect(list.filter(({ id }) => filesOf(id).length === 0)).toEqual([]);
  });

  test("are those of docs/promises.md, and all of them have been tried", () => {
    const page = read("docs/promises.md");
    expect(page).toBe(renderResults(list, [], page));
    expect(page).not.toContain("| not yet |");
  });
});

test("the tests of promises, and those that docs/guarantees.md names in every row, can run", () => {
  const table = /^\|.*\| test \|\n\| ---.*\n((?:\|.*\n)+)/m.exec(read("docs/guarantees.md"))?.[1] ?? "";
  const rows = table.trimEnd().split("\n").map(readNamedFiles);
  expect(rows.length).toBeGreaterThanOrEqual(9);
  expect(rows.filter((named) => named.length === 0)).toEqual([]);
  for (const file of [...rows.flat(), ...list.flatMap(({ id }) => filesOf(id))]) {
    const source = read(file);
    expect([file, /\btest\b.*\(/.test(source), NEVER_RUN.test(source)]).toEqual([file, true, false]);
  }
});
