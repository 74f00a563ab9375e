// Every promise of SECURITY.md and docs/guarantees.md names tests, by file or by title, that exist and run. `npm run conformance` checks
// that they passed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readPromises } from "../../scripts/conformance/promises.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, "utf8");
const page = read("SECURITY.md");
const missing = (files: readonly string[]) => files.filter((file) => !existsSync(ROOT + file));

/** Only a condition may skip a test; the reports of both runtimes show whether one was skipped (`npm run conformance`). */
const NEVER_RUN = /\b(?:test|describe|it)(?:\.each\([^)]*\))?\.(?:skip|todo|only|fails)\b/;

describe.each([
  { name: "SECURITY.md", least: 20 },
  { name: "docs/guarantees.md", least: 9 },
])("the table of $name", ({ name, least }) => {
  const table = /^\|.*\| test \|\n\| ---.*\n((?:\|.*\n)+)/m.exec(read(name))?.[1] ?? "";
  const rows = table.trimEnd().split("\n");

  test("names tests that exist and can run, in every row", () => {
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const row of rows) {
      const promises = readPromises(row.split("|").at(-2) ?? "");
      expect([row, promises.length > 0, missing(promises.map(({ file }) => file))]).toEqual([row, true, []]);
      for (const { file, names } of promises) {
        const source = read(file);
        expect([file, /\btest\b.*\(/.test(source), NEVER_RUN.test(source)]).toEqual([file, true, false]);
        expect([file, names.filter((each) => !source.includes(`"${each}"`))]).toEqual([file, []]);
      }
    }
  });

  test("names nothing else", () => {
    const files = rows.flatMap((row) => [...(row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)]);
    expect(files.map(([, file = ""]) => file).filter((file) => !/^test\/.+\.test\.ts$/.test(file))).toEqual([]);
  });
});

test("no page names a file of the tests that does not exist", () => {
  const docs = readdirSync(`${ROOT}docs`).filter((name) => name.endsWith(".md"));
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", ...docs.map((name) => `docs/${name}`)];
  const named = pages.flatMap((name) => [...read(name).matchAll(/\btest\/[\w/.]+\.(?:ts|mjs|json|c)\b/g)]);
  expect(named.length).toBeGreaterThan(40);
  expect(missing(named.map(([file]) => file))).toEqual([]);
});

test("names every variable of the environment that the sources look at", () => {
  const sources = readdirSync(`${ROOT}src`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"));
  const names = sources.flatMap((name) => {
    const source = readFileSync(`${ROOT}src/${name}`, "utf8");
    const read = [...source.matchAll(/(?:\benv|nvironment)\.([A-Z][A-Z_]+)/g)].map(([, variable = ""]) => variable);
    const taken = [...source.matchAll(/\{([^{}]*)\} = (?:this\.#|process\.)?env(?:ironment)?;/g)];
    return [...read, ...taken.flatMap(([, list = ""]) => list.match(/\b[A-Z][A-Z_]+\b/g) ?? [])];
  });
  expect(names.length).toBeGreaterThan(8);
  for (const name of new Set(names)) expect(page).toContain(`\`${name}\``);
});
