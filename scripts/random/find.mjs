// Finds the test files whose values come from the seed.
// @ts-check

import { readdirSync, readFileSync } from "node:fs";

/** Sorted, relative to the folder above `test`. */
export function findRandomTests() {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => /from "(fast-check|[./]*support\/seed\.ts|\.\/seed\.ts)"/.test(readFileSync(path, "utf8")))
    .sort();
}
