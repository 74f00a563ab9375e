// The trees of the bench: that they hold what they say, and are made once.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { provideTree, TREES } from "../../bench/trees.mjs";

const folder = mkdtempSync(join(tmpdir(), "porthole-trees-"));
afterAll(() => rmSync(folder, { recursive: true }));

function countFiles(directory: string): number {
  let files = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    files += entry.isDirectory() ? countFiles(join(directory, entry.name)) : 1;
  }
  return files;
}

describe("the bench's trees", () => {
  test.each(["S", "lists", "texts"])("%s has as many files as it says", (name) => {
    expect(countFiles(provideTree(folder, name))).toBe(TREES[name]?.files);
  });

  test("are made once", () => {
    const first = statSync(provideTree(folder, "texts")).ino;
    expect(statSync(provideTree(folder, "texts")).ino).toBe(first);
  });

  test("are described in the docs in the same words", () => {
    const page = readFileSync(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
    const missing = ["S", "M", "W", "L", "B", "repository"].filter(
      (name) => !page.includes(`| ${name} | ${TREES[name]?.holds}`),
    );
    expect(missing).toEqual([]);
  });
});
