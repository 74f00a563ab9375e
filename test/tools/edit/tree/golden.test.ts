// Some answers of `tree`, byte for byte. They are the same on every runtime, file system and strategy.
// Leaves to the other tests why they are right.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeTree } from "../../../support/tree.ts";
import { seeTree } from "../../../support/tree_calls.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const golden = readFileSync(new URL("./fixtures/golden.json", import.meta.url), "utf8");
const lines = [
  "file README.md x",
  "file package.json x",
  "file .env x",
  "file .github/workflows/ci.yml x",
  "file src/index.ts x",
  "file src/Zebra.ts x",
  "file src/core/deep/deeper/deepest/f x",
  "file src/core/a.ts x",
  "symlink src/link.ts index.ts",
  "symlink src/out ../..",
  "file node_modules/lib/index.js x",
  "file dist/index.js x",
  "file packages/日本語/é.md x",
  "dir packages/empty",
  "fifo packages/pipe",
  "file packages/𝒳 x",
  "file packages/\ue000 x",
  "file keys/.ssh/id_rsa x",
];
const calls: readonly (readonly [string, object])[] = [
  [".", {}],
  [".", { entry_kind: "all" }],
  [".", { entry_kind: "all", include_hidden: true, max_depth: 12 }],
  [".", { entry_kind: "all", max_entries: 5 }],
  ["src", { entry_kind: "all", max_depth: 1, exclude: ["src/*.ts"] }],
  ["packages", { entry_kind: "all", max_depth: 0 }],
];

test.each(STRATEGIES)("TR-05 gives the same bytes for the same tree, on every system (%s)", async (strategy) => {
  const workspaceRoot = makeTree(lines);
  const answers = [];
  for (const [path, options] of calls) {
    answers.push({ path, options, answer: await seeTree({ workspaceRoot, strategy }, path, options) });
  }
  const text = `${JSON.stringify(answers, null, 1)}\n`;
  expect(text).toBe(golden);
});
