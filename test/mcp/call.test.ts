import { describe, expect, test } from "vitest";
import { toFailure, toListedTool, toResult } from "../../src/mcp/tools.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

describe("one call", () => {
  test("in the Gemini dialect list_directory answers in plain text, and says of no shape", async () => {
    const workspaceRoot = makeTree(["file a.txt x", "dir src"]);
    using toolkit = createAgentToolkit({ workspaceRoot, dialect: "gemini" });
    const [listed] = toolkit.tools().map((report) => toListedTool(report));
    expect(listed).toMatchObject({ name: "list_directory", title: "List a directory" });
    expect(listed).not.toHaveProperty("outputSchema");
    const call = async (name: string, path: string) =>
      toResult(toolkit, name, await toolkit.answer({ id: "1", name, arguments: { path } }));
    const text = `Directory listing for ${workspaceRoot}:\n[DIR] src\na.txt`;
    expect(await call("list_directory", workspaceRoot)).toEqual({ content: [{ type: "text", text }] });
    expect(await call("tree", ".")).toHaveProperty("structuredContent.root.path", ".");
  });

  test("what nobody foresaw is an error that tells nothing of it", () => {
    const error = { kind: "ExecutionFailed", code: "INTERNAL", message: "the tool failed" };
    expect(toFailure(new Error("/home/me/secret"), "json")).toEqual({
      content: [{ type: "text", text: JSON.stringify({ error }) }],
      isError: true,
    });
  });
});
