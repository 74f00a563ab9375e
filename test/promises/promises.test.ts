// SECURITY.md, the list of promises and the tests agree: every promise is in both, with the same tests, which exist and can run; and every
// mutation can still be applied. `npm run promises -- --mutations` runs the tests and applies the mutations.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findListProblems, readList } from "../../scripts/promises/list.mjs";
import { readNamedTests } from "../../scripts/promises/names.mjs";
import { renderResults } from "../../scripts/promises/show.mjs";
import { findUntitled } from "./named_titles.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, "utf8");
const list = readList(ROOT);

/** Nothing but a condition may keep a test from running. */
const NEVER_RUN = /\b(?:test|describe|it)(?:\.each\([^)]*\))?\.(?:skip|todo|only|fails)\b/;

/** The tables beside a test, whose rows are titles. */
function readTables(file: string): string {
  const tables = [...read(file).matchAll(/from "\.\/(\w+\.ts)"/g)].map(([, name]) => name);
  return tables.map((name) => read(`${dirname(file)}/${name}`)).join("");
}

function readRows(page: string): { promise: string; tests: string }[] {
  const table = /^\|.*\| test \|\n\| ---.*\n((?:\|.*\n)+)/m.exec(read(page))?.[1] ?? "";
  return table
    .trimEnd()
    .split("\n")
    .map((row) => row.split(" | "))
    .map((cells) => ({
      promise: (cells[0] ?? "").replace(/^\| /, ""),
      tests: (cells.at(-1) ?? "").replace(/ \|$/, ""),
    }));
}

describe("SECURITY.md and the list of promises", () => {
  const rows = readRows("SECURITY.md");

  test("have the same promises, in the same order", () => {
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(rows.map(({ promise }, at) => promise.startsWith(list[at]?.promise ?? "?"))).toEqual(rows.map(() => true));
    expect(list.length).toBe(rows.length);
  });

  test("name the same tests, each by file and by name, and nothing else", () => {
    for (const [at, { tests }] of rows.entries()) {
      expect(readNamedTests(tests)).toEqual(list[at]?.tests);
      const shown = list[at]?.tests.map(
        ({ file, names }) => `\`${file}\` (${names.map((name) => `"${name}"`).join(", ")})`,
      );
      expect(tests).toBe(shown?.join(", "));
    }
  });
});

describe("the list of promises", () => {
  test("has for every named test a mutation that breaks the promise, and each can be applied", () => {
    expect(findListProblems(list, read)).toEqual([]);
  });

  test("is that of docs/promises.md, and all of it has been tried", () => {
    const page = read("docs/promises.md");
    expect(page).toBe(renderResults(list, [], page));
    expect(page).not.toContain("| not yet |");
  });
});

describe.each([
  { name: "SECURITY.md", least: 20 },
  { name: "docs/guarantees.md", least: 9 },
])("the table of $name", ({ name, least }) => {
  test("names tests that exist and can run, in every row", () => {
    const rows = readRows(name);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const { promise, tests } of rows) {
      const named = readNamedTests(tests);
      expect([promise, named.length > 0]).toEqual([promise, true]);
      for (const { file, names } of named) {
        const source = read(file);
        expect([file, /\btest\b.*\(/.test(source), NEVER_RUN.test(source)]).toEqual([file, true, false]);
        expect([file, findUntitled(source + readTables(file), names)]).toEqual([file, []]);
      }
    }
  });
});
