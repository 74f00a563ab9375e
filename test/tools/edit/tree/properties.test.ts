// Over random trees and options: the answer of a naive walk, and what must hold of every answer whatever the tree.
// Leaves examples that a person can follow to the other tests.

import { rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContext } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import type { ToolOutcome } from "../../../../src/call/types.ts";
import { readFileTool } from "../../../../src/tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput, ReadFileRequest } from "../../../../src/tools/edit/read_file/types.ts";
import { treeTool } from "../../../../src/tools/edit/tree/tool.ts";
import type { TreeEntry, TreeOptions, TreeOutput, TreeRequest } from "../../../../src/tools/edit/tree/types.ts";
import { BUILT_IN_DENIED } from "../../../../src/view/denied/patterns.ts";
import { anyPlants, directoriesOf, grow } from "../../../support/random_trees.ts";
import { referenceTree } from "../../../support/reference_tree.ts";
import { times } from "../../../support/scale.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

// About a second for each property on an idle machine.
const RUNS = times(4, 40);
const GLOBS = [
  "a",
  "*",
  "**",
  "a/**",
  "**/b*",
  "**/*.ts",
  "**/.*",
  "[!a]*",
  "{a,src}/**",
  "?",
  "*/*",
  "**/\\*",
  "src/a",
];

const anyOptions: fc.Arbitrary<TreeOptions> = fc.record(
  {
    entry_kind: fc.constantFrom("all", "all", "directory"),
    max_depth: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 12 })),
    max_entries: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1000 })),
    include_hidden: fc.boolean(),
    exclude: fc.array(fc.constantFrom(...GLOBS), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const anyCalls = fc.array(fc.tuple(fc.nat(), anyOptions), { minLength: 1, maxLength: 4 });

type Seen = { readonly path: string; readonly options: TreeOptions; readonly answer: TreeOutput };

describe.each(STRATEGIES)("any tree, kept by %s", (strategy) => {
  /** Calls `tree` on random directories of random trees, and lets `examine` look at the answers. */
  async function forAll(examine: (context: ToolContext, root: string, seen: readonly Seen[]) => void | Promise<void>) {
    await fc.assert(
      fc.asyncProperty(anyPlants, anyCalls, async (plants, calls) => {
        const root = grow(plants);
        const context = createToolContext({ workspaceRoot: root, strategy });
        try {
          const paths = directoriesOf(plants).filter((path) => BUILT_IN_DENIED.find(path) === null);
          const seen = calls.map(([pick, options]) => ({ path: paths[pick % paths.length] ?? ".", options }));
          await examine(context, root, await Promise.all(seen.map((call) => see(context, call.path, call.options))));
        } finally {
          context.workspace.close();
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns: RUNS },
    );
  }

  test("TR-05 is answered as by a naive walk, to the byte", async () => {
    await forAll((_, root, seen) => {
      for (const { path, options, answer } of seen) {
        const expected = referenceTree(root, path, options, BUILT_IN_DENIED);
        expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
      }
    });
  });

  test("TR-13 has totals that add up, limits that hold, and an order at every level", async () => {
    await forAll((_context, _root, seen) => {
      for (const { path, options, answer } of seen) examineAnswer(path, options, answer);
    });
  });

  test("TR-06 gives paths that can be opened in the same workspace", async () => {
    await forAll(async (context, _root, seen) => {
      for (const { answer } of seen) for (const node of flatten(answer.root)) await askFor(context, node);
    });
  });
});

async function see(context: ToolContext, path: string, options: TreeOptions): Promise<Seen> {
  const tree = createSecureTool<TreeOptions, TreeRequest, TreeOutput>(context, treeTool);
  const outcome = await tree(path, options);
  if (outcome.status !== "success") throw outcome.error;
  return { path, options, answer: outcome.data };
}

function flatten(node: TreeEntry): TreeEntry[] {
  return [node, ...(node.kind === "directory" ? (node.children ?? []).flatMap(flatten) : [])];
}

function examineAnswer(path: string, options: TreeOptions, answer: TreeOutput): void {
  const { max_depth = 3, max_entries = 100 } = options;
  const nodes = flatten(answer.root);
  const count = (kind: TreeEntry["kind"]) => nodes.filter((node) => node.kind === kind).length;
  expect([answer.total_dirs, answer.total_files, answer.total_symlinks]).toEqual([
    count("directory"),
    count("file"),
    count("symlink"),
  ]);
  expect(answer.scanned_entries).toBe(nodes.length);
  expect(nodes.length).toBeLessThanOrEqual(max_entries);
  expect(answer.limit_reached).toBe(nodes.length === max_entries);
  expect([answer.root.path, answer.root.depth]).toEqual([path, 0]);
  for (const node of nodes) examineNode(node, max_depth);
}

function examineNode(node: TreeEntry, maxDepth: number): void {
  expect(node.depth).toBeLessThanOrEqual(maxDepth);
  if (node.kind !== "directory") return;
  expect(node.truncated).toBe(node.depth === maxDepth ? true : undefined);
  if (node.truncated) expect(node.children).toBe(undefined);
  const children = node.children ?? [];
  for (const child of children) {
    expect([child.depth, child.path]).toEqual([
      node.depth + 1,
      node.path === "." ? child.name : `${node.path}/${child.name}`,
    ]);
  }
  const keys = children.map((child) => `${["directory", "file", "symlink"].indexOf(child.kind)}${child.name}`);
  expect(keys).toEqual([...keys].sort());
}

async function askFor(context: ToolContext, node: TreeEntry): Promise<void> {
  // A link may lead anywhere, and U+FFFD may stand for what cannot be written.
  if (node.kind === "symlink" || node.path.includes("\ufffd")) return;
  const outcome = await (node.kind === "file" ? openFile(context, node.path) : openDirectory(context, node.path));
  const told = outcome.status === "success" ? outcome.data : [outcome.error.code, outcome.error.path];
  const isDenied = BUILT_IN_DENIED.find(node.path) !== null;
  expect(told).toEqual(isDenied ? ["SANDBOX_VIOLATION", node.path] : expect.objectContaining({ path: node.path }));
}

function openFile(context: ToolContext, path: string): Promise<ToolOutcome<ReadFileOutput>> {
  return createSecureTool<ReadFileOptions, ReadFileRequest, ReadFileOutput>(context, readFileTool)(path);
}

async function openDirectory(context: ToolContext, path: string): Promise<ToolOutcome<TreeEntry>> {
  const tree = createSecureTool<TreeOptions, TreeRequest, TreeOutput>(context, treeTool);
  const outcome = await tree(path, { max_depth: 0 });
  return outcome.status === "success" ? { status: "success", data: outcome.data.root } : outcome;
}
