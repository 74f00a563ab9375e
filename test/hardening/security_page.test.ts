// Every promise of SECURITY.md names a test, and the test is there. Leaves to those tests whether the promise holds.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${ROOT}SECURITY.md`, "utf8");

test("every promise names tests that exist", () => {
  const table = /\| promise \|.*\n\| ---.*\n((?:\|.*\n)+)/.exec(page)?.[1] ?? "";
  const rows = table.trimEnd().split("\n");
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...(row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    expect([row, files.length > 0, files.filter((file) => !existsSync(ROOT + file))]).toEqual([row, true, []]);
  }
});

test("no other word in it names a test that does not exist", () => {
  const named = [...page.matchAll(/\btest\/[\w/.]+\.ts\b/g)].map(([file]) => file);
  expect(named.filter((file) => !existsSync(ROOT + file))).toEqual([]);
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
