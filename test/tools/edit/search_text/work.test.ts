// What search_text reads: each file once, and nothing before the place of a cursor.

import { expect, test } from "vitest";
import { ToolCatalog } from "../../../../src/call/catalog.ts";
import { recordDirectory } from "../../../support/recorded_directory.ts";
import { makeScope } from "../../../support/scopes.ts";
import { makeTree } from "../../../support/tree.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

const tool = ToolCatalog.search_text;

test.each(STRATEGIES)("SE-08 each file is read once, kept by %s", async (strategy) => {
  const root = makeTree(["file a x\nx\n", "file b/c x\n", "file b/d none\n", "file z.md x\n"]);
  const log: string[] = [];
  await withWorkspace(root, strategy, async (workspace) => {
    using directory = openDirectory(workspace, ".");
    const request = tool.parse({ pattern: "x+", context_lines: 2, exclude: ["*.md"] });
    await tool.run(request, recordDirectory(directory, log), makeScope("."));
  });
  expect(log).toEqual(["list .", "read a", "open b", "list b", "read b/c", "read b/d", "close b"]);
});

test("LK-07 nothing before the place of a cursor is listed or read, except the folders that lead to it", async () => {
  const root = makeTree(["file a/1 x\n", "file a/2 x\n", "file b/1 x\n", "file b/2 x\nx\n", "file c/1 x\n"]);
  const log: string[] = [];
  await withWorkspace(root, STRATEGIES[0] ?? "verify", async (workspace) => {
    using directory = openDirectory(workspace, ".");
    const args = { pattern: "x", max_results: 4 };
    const { next } = (await tool.run(tool.parse(args), directory, makeScope("."))).data;
    const again = recordDirectory(directory, log);
    await tool.run(tool.parse({ ...args, after: next }), again, makeScope("."));
  });
  expect(log.filter((act) => /^(list|read)/.test(act))).toEqual(["read b/2", "list b", "list .", "list c", "read c/1"]);
});
