import { describe, expect, test } from "vitest";
import type { ToolReport } from "../../src/call/call_types.ts";
import { refuseAll } from "../../src/mcp/approval.ts";
import { callTool, toFailure } from "../../src/mcp/call.ts";
import type { McpToolkit } from "../../src/mcp/options.ts";
import { toListedTool } from "../../src/mcp/tools.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const exchange = { id: 1, signal: new AbortController().signal, asking: refuseAll() };

describe("one call", () => {
  test("in the Gemini dialect list_directory answers in plain text, and says of no shape", async () => {
    const workspaceRoot = makeTree(["file a.txt x", "dir src"]);
    using toolkit = createAgentToolkit({ workspaceRoot, dialect: "gemini" });
    const [listed] = toolkit.tools().map((report) => toListedTool(report));
    expect(listed).toMatchObject({ name: "list_directory", title: "List a directory" });
    expect(listed).not.toHaveProperty("outputSchema");
    const result = await callTool(toolkit, { name: "list_directory", arguments: { path: workspaceRoot } }, exchange);
    const text = `Directory listing for ${workspaceRoot}:\n[DIR] src\na.txt`;
    expect(result).toEqual({ content: [{ type: "text", text }] });
    expect(await callTool(toolkit, { name: "tree", arguments: { path: "." } }, exchange)).toHaveProperty(
      "structuredContent.root.path",
      ".",
    );
  });

  test("the toolkit gets the whole call, its signal and who is asked", async () => {
    const seen: unknown[] = [];
    const source: McpToolkit = {
      format: "json",
      tools: (): readonly ToolReport[] => [],
      resumeCalls: () => {},
      async answer(call, context) {
        seen.push(call, context);
        return { tool_call_id: "1", content: "done", is_error: false, data: "done", format: "text" };
      },
    };
    const result = await callTool(source, { name: "x", arguments: ["any"] }, { ...exchange, id: "" });
    expect(result).toEqual({ content: [{ type: "text", text: "done" }] });
    const { signal, asking } = exchange;
    expect(seen).toEqual([
      { id: "mcp ", name: "x", arguments: ["any"] },
      { signal, approve: asking.approve },
    ]);
  });

  test("what nobody foresaw is an error that tells nothing of it", () => {
    const error = { kind: "ExecutionFailed", code: "INTERNAL", message: "the tool failed" };
    expect(toFailure(new Error("/home/me/secret"), "json")).toEqual({
      content: [{ type: "text", text: JSON.stringify({ error }) }],
      isError: true,
    });
  });
});
