// Every promise of SECURITY.md names a test, and the test is there. Leaves to those tests whether the promise holds.

import { existsSync, readFileSync } from "node:fs";
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
