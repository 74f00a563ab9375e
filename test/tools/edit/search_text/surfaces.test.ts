// search_text wherever tools are called or told of, in both dialects. The command line is in test/cli, MCP in test/mcp.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../../../src/adapters/ai_sdk.ts";
import { toAnthropicTools } from "../../../../src/adapters/anthropic.ts";
import { toGeminiTools } from "../../../../src/adapters/gemini.ts";
import { toChatTools } from "../../../../src/adapters/openai.ts";
import { ToolCatalog } from "../../../../src/call/catalog.ts";
import { toListedTool } from "../../../../src/mcp/tools.ts";
import { createAgentToolkit, type Dialect } from "../../../../src/toolkit.ts";
import { recordDirectory } from "../../../support/recorded_directory.ts";
import { makeScope } from "../../../support/scopes.ts";
import { makeTree } from "../../../support/tree.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

const CALL = { id: "1", name: "search_text", arguments: { pattern: "x" } };
const tool = ToolCatalog.search_text;

describe.each<Dialect>(["forge", "gemini"])("in the dialect %s", (dialect) => {
  const open = (options: object = {}) =>
    createAgentToolkit({ workspaceRoot: makeTree(["file src/a.ts x", "file b.js y"]), dialect, ...options });

  test("LK-01 it answers the library, a model, a batch and explain, if there is one", async () => {
    using toolkit = open();
    const outcome = await toolkit.searchText("src", { pattern: "x" });
    expect(outcome).toMatchObject({ status: "success", data: { path: "src", files: [{ path: "src/a.ts" }] } });
    const { content } = await toolkit.execute(CALL);
    expect(JSON.parse(content)).toMatchObject({ path: ".", matched_lines: 1, searched_files: 2 });
    const batch = await toolkit.executeBatch([CALL, { ...CALL, id: "2", arguments: { pattern: "y" } }]);
    const paths = batch.map((result) => JSON.parse(result.content).files[0].path);
    expect(paths).toEqual(["src/a.ts", "b.js"]);
    if ("explain" in toolkit) expect((await toolkit.explain("src/a.ts")).tools.search_text?.word).toBe("searched");
  });

  test("LK-01 it is low in risk and only reads, and every surface is told of it", () => {
    using toolkit = open();
    const report = toolkit.tools().find(({ name }) => name === "search_text");
    expect(report).toMatchObject({ is_side_effecting: false, requires_approval: false, risk_level: "low" });
    expect(report && toListedTool(report)).toMatchObject({
      title: "Search file contents",
      outputSchema: { type: "object" },
    });
    expect(toolkit.searchText.definition).toBe(tool.definition);
    const names = [
      Object.keys(toAiSdkTools(toolkit)),
      toAnthropicTools(toolkit).map(({ name }) => name),
      toChatTools(toolkit).map(({ function: { name } }) => name),
      toGeminiTools(toolkit).flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    ];
    expect(names.map((list) => list.includes("search_text"))).toEqual([true, true, true, true]);
  });

  test("LK-01 it keeps to the policy", async () => {
    using toolkit = open({ policy: { denylist: ["search_text"] } });
    const outcome = await toolkit.searchText(".", { pattern: "x" });
    expect(outcome).toMatchObject({ status: "denied", error: { code: "POLICY_DENIED" } });
  });
});

test("SE-01 every parameter is described, and only the pattern is required", () => {
  const { parameters, description } = tool.definition;
  expect(Object.keys(parameters.properties)).toEqual([
    ...["pattern", "path", "literal", "ignore_case", "include", "exclude", "mode", "context_lines", "max_results"],
    ...["include_hidden", "include_ignored", "after"],
  ]);
  const described = Object.values(parameters.properties).map((property) => "description" in property);
  expect([parameters.required, new Set(described)]).toEqual([["pattern"], new Set([true])]);
  expect(description.startsWith("Search file contents (grep-like)")).toBe(true);
});

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
