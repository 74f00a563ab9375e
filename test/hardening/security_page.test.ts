// The pages name test files that exist, and SECURITY.md names every environment variable. test/promises checks the tables of promises.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => readFileSync(`${ROOT}${name}`, "utf8");
const page = read("SECURITY.md");
const missing = (files: readonly string[]) => files.filter((file) => !existsSync(ROOT + file));

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
