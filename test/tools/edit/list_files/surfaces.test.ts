// list_files wherever tools are called or told of, in both dialects. The command line is in test/cli, MCP in test/mcp.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../../../src/adapters/ai_sdk.ts";
import { toAnthropicTools } from "../../../../src/adapters/anthropic.ts";
import { toGeminiTools } from "../../../../src/adapters/gemini.ts";
import { toChatTools } from "../../../../src/adapters/openai.ts";
import { ToolCatalog } from "../../../../src/call/catalog.ts";
import { toListedTool } from "../../../../src/mcp/tools.ts";
import { createAgentToolkit, type Dialect } from "../../../../src/toolkit.ts";
import { makeTree } from "../../../support/tree.ts";

const CALL = { id: "1", name: "list_files", arguments: { pattern: "*.ts" } };

describe.each<Dialect>(["forge", "gemini"])("in the dialect %s", (dialect) => {
  const open = (options: object = {}) =>
    createAgentToolkit({ workspaceRoot: makeTree(["file src/a.ts x", "file b.js x"]), dialect, ...options });

  test("LK-01 it answers the library, a model, a batch and explain, if there is one", async () => {
    using toolkit = open();
    const outcome = await toolkit.listFiles("src", { pattern: "*.ts" });
    expect(outcome).toMatchObject({ status: "success", data: { path: "src", paths: ["src/a.ts"] } });
    const { content } = await toolkit.execute(CALL);
    expect(JSON.parse(content)).toMatchObject({ path: ".", paths: ["src/a.ts"] });
    const batch = await toolkit.executeBatch([CALL, { ...CALL, id: "2", arguments: {} }]);
    expect(batch.map((result) => JSON.parse(result.content).paths)).toEqual([["src/a.ts"], ["b.js", "src/a.ts"]]);
    if ("explain" in toolkit) expect((await toolkit.explain("src/a.ts")).tools.list_files?.word).toBe("shown");
  });

  test("LK-01 it is low in risk and only reads, and every surface is told of it", () => {
    using toolkit = open();
    const report = toolkit.tools().find(({ name }) => name === "list_files");
    expect(report).toMatchObject({ is_side_effecting: false, requires_approval: false, risk_level: "low" });
    expect(report && toListedTool(report)).toMatchObject({
      title: "Find files by name",
      outputSchema: { type: "object" },
    });
    expect(toolkit.listFiles.definition).toBe(ToolCatalog.list_files.definition);
    const names = [
      Object.keys(toAiSdkTools(toolkit)),
      toAnthropicTools(toolkit).map(({ name }) => name),
      toChatTools(toolkit).map((tool) => tool.function.name),
      toGeminiTools(toolkit).flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    ];
    expect(names.map((list) => list.includes("list_files"))).toEqual([true, true, true, true]);
  });

  test("LK-01 it keeps to the policy, and a person is told what is asked for", async () => {
    using denied = open({ policy: { denylist: ["list_files"] } });
    expect(await denied.listFiles(".")).toMatchObject({ status: "denied", error: { code: "POLICY_DENIED" } });
    const summaries: string[] = [];
    const approve = async (requests: readonly { summary: string }[]) => {
      summaries.push(...requests.map(({ summary }) => summary));
      return "all" as const;
    };
    using asked = open({ policy: { mode: "prompt" }, approve });
    expect((await asked.listFiles(".")).status).toBe("success");
    expect(summaries).toEqual([]);
    const summarize = (args: Readonly<Record<string, unknown>>) =>
      ToolCatalog.list_files.summarize(ToolCatalog.list_files.parse(args));
    expect(summarize({ pattern: "*.ts", path: "src" })).toBe("Find *.ts in src");
    expect(summarize({ pattern: "x".repeat(4000), path: "y".repeat(4000) }).length).toBeLessThanOrEqual(200);
  });
});

test("LF-01 every parameter is described, and none is required", () => {
  const { parameters, description } = ToolCatalog.list_files.definition;
  expect(Object.keys(parameters.properties)).toEqual([
    ...["pattern", "path", "entry_kind", "include_hidden", "include_ignored", "max_results", "after"],
  ]);
  const described = Object.values(parameters.properties).map((property) => "description" in property);
  expect([parameters.required, new Set(described), description.length < 400]).toEqual([[], new Set([true]), true]);
});
