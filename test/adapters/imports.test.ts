import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scanImports } from "../../scripts/check_imports/scan.mjs";

test("no adapter imports an SDK, not even its types: who uses one adapter need not have the other SDKs", () => {
  const folder = new URL("../../src/adapters/", import.meta.url);
  const specifiers = readdirSync(folder).flatMap((name) => scanImports(readFileSync(new URL(name, folder), "utf8")));
  expect(specifiers.length).toBeGreaterThan(0);
  expect(specifiers.filter(({ specifier }) => !specifier?.startsWith("."))).toEqual([]);
});
