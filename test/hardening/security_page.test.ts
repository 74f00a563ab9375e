// Every promise of SECURITY.md and README.md names a test, and the test is there. Leaves to those tests whether the promise holds.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, "utf8");
const page = read("SECURITY.md");
const missing = (files: readonly string[]) => files.filter((file) => !existsSync(ROOT + file));

describe.each([
  { name: "SECURITY.md", least: 20 },
  { name: "README.md", least: 9 },
])("the table of $name", ({ name, least }) => {
  test("names tests that exist, in every row", () => {
    const table = /^\|.*\| test \|\n\| ---.*\n((?:\|.*\n)+)/m.exec(read(name))?.[1] ?? "";
    const rows = table.trimEnd().split("\n");
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const row of rows) {
      const files = [...(row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
      // A file that is there and is never run would prove nothing.
      const others = files.filter((file) => !/^test\/.+\.test\.ts$/.test(file));
      expect([row, files.length > 0, missing(files), others]).toEqual([row, true, [], []]);
    }
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
