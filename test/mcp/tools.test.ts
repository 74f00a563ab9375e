import { describe, expect, test } from "vitest";
import type { ToolReport } from "../../src/call/types.ts";
import { hasStructuredOutput, toListedTool } from "../../src/mcp/tools.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const own: ToolReport = {
  name: "own",
  description: "A tool of the owner's.",
  parameters: { type: "object", properties: {}, required: [] },
  is_side_effecting: false,
  requires_approval: false,
  risk_level: "low",
  timeout_ms: 1,
};

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

describe("what a client is told about a tool", () => {
  test("the built-in ones have a title, the four hints and the shape of their answers", () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree([]) });
    const listed = toolkit.tools().map((report) => toListedTool(report));
    expect(listed.map(({ name, title }) => [name, title])).toEqual([
      ["list_directory", "List a directory"],
      ["list_files", "Find files by name"],
      ["read_file", "Read a text file"],
      ["read_files", "Read several text files"],
      ["search_text", "Search file contents"],
      ["tree", "Workspace tree"],
    ]);
    for (const { annotations, outputSchema, inputSchema, name } of listed) {
      expect(annotations).toEqual(READS);
      expect(outputSchema?.type).toBe("object");
      expect(inputSchema).toBe(Object.values(TOOL_DEFINITIONS).find((one) => one.name === name)?.parameters);
    }
  });

  test("one of the owner's has no title, no shape, and the hints that its traits allow", () => {
    const hints = (more: Partial<ToolReport>) => toListedTool({ ...own, ...more }).annotations;
    expect(toListedTool(own)).toEqual({
      name: "own",
      description: "A tool of the owner's.",
      inputSchema: own.parameters,
      annotations: READS,
    });
    const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
    expect(hints({ is_side_effecting: true, risk_level: "medium" })).toEqual(writes);
    expect(hints({ is_side_effecting: true, risk_level: "high" })?.openWorldHint).toBe(true);
  });

  test("one of the same name with other arguments, as another dialect has, answers in plain text", () => {
    const gemini = { ...own, name: "list_directory" };
    expect(hasStructuredOutput(gemini)).toBe(false);
    expect(toListedTool(gemini)).toMatchObject({ name: "list_directory", title: "List a directory" });
    expect(toListedTool(gemini)).not.toHaveProperty("outputSchema");
    expect(hasStructuredOutput({ ...own, name: "toString" })).toBe(false);
  });

  test("parameters that do not say so are those of an object all the same", () => {
    expect(toListedTool({ ...own, parameters: { properties: {} } }).inputSchema).toEqual({
      type: "object",
      properties: {},
    });
  });
});
