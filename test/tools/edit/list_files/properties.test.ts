// Over random trees, patterns, options, page sizes and budgets: the answer of a naive reference, and pages that add up to it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as library from "../../../../src/lib.ts";
import { findFaults } from "../../../support/found_files.mjs";
import { anyPlants, directoriesOf, grow, type Plant } from "../../../support/random_trees.ts";
import { times } from "../../../support/scale.ts";
import { makeTempFolder } from "../../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const RULES = ["a", "b/", "/src", "*.log", "!b.log", "*.ts", "!a", "/a/", "!/index.ts", "A", "dist"];
const SEGMENTS = ["*", "**", "a", "src", "*.ts", "a?", "{a,src}", "?", "b*", "{b,*.log}", "A", "dist", ".ssh", "é"];
const DENIES = ["**/b", "src/a", "**/*.log", "a/**"];

const anyPattern = fc
  .tuple(fc.constantFrom("", "", "/", "./"), fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 }))
  .map(([start, segments]) => start + segments.join("/"));

const anyPage = fc.record({
  results: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 1000 })),
  bytes: fc.integer({ min: 256, max: 4096 }),
  entries: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(50_000)),
});

const anyCase = fc.record({
  plants: anyPlants,
  rules: fc.array(fc.subarray(RULES, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  modes: fc.array(fc.constantFrom(0o755, 0o755, 0o755, 0o444, 0), { minLength: 1, maxLength: 12 }),
  start: fc.oneof(fc.constant(0), fc.nat()),
  strategy: fc.constantFrom(...STRATEGIES),
  denied: fc.subarray(DENIES, { maxLength: 2 }),
  args: fc.record({
    pattern: fc.oneof(fc.constant("**"), anyPattern),
    entry_kind: fc.constantFrom("file" as const, "directory" as const, "all" as const),
    include_hidden: fc.boolean(),
    include_ignored: fc.boolean(),
  }),
  page: anyPage,
});

type Drawn = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

/** On the disk: a repository with ignore files in some folders. */
function growCase({ plants: drawn, rules, modes, start, strategy, denied, args, page }: Drawn) {
  const plants = drawn.filter(({ raw }) => raw !== ".git");
  const root = grow(plants);
  for (const folder of [".git/objects", ".git/refs"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main");
  const folders = directoriesOf(plants);
  for (const [index, folder] of folders.entries())
    if (index < rules.length) writeFileSync(join(root, folder, ".gitignore"), (rules[index] ?? []).join("\n"));
  const restricted = flatten(plants).map((path, index) => [path, modes[index % modes.length] ?? 0] as const);
  const path = folders[start % folders.length] ?? ".";
  return { root, strategy, denied, args: { ...args, path }, page, modes: restricted.reverse() };
}

/** The directories, raw, each before those below it. */
function flatten(plants: readonly Plant[], prefix = ""): string[] {
  return plants.flatMap((plant) =>
    plant.kind === "dir" ? [prefix + plant.raw, ...flatten(plant.below, `${prefix}${plant.raw}/`)] : [],
  );
}

test("LF-02 LF-03 LK-03 LK-05 LK-06 LK-07 any call finds what a plain recursion finds, on one page or on many", async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async (drawn) => {
      const { modes: _, ...grown } = growCase(drawn);
      expect(await findFaults(library, grown)).toEqual([]);
    }),
    { numRuns: times(3, 60) },
  );
});

test.skipIf(noUnprivilegedChild !== null)("LK-05 LK-07 the same where folders may not be read", () => {
  const cases = join(makeTempFolder(), "cases.json");
  writeFileSync(cases, JSON.stringify(fc.sample(anyCase, times(4, 100)).map(growCase)));
  const support = new URL("../../../support/found_files.mjs", import.meta.url).href;
  const found = runUnprivileged(
    `const { readFileSync } = await import("node:fs");
      const library = await import(new URL("lib.js", build).href);
      const { findFaults } = await import(${JSON.stringify(support)});
      const found = [];
      for (const given of JSON.parse(readFileSync(args[0], "utf8"))) found.push(...await findFaults(library, given));
      return found;`,
    [cases],
  );
  expect(found).toEqual([]);
});
