import { describe, expect, test } from "vitest";
import { describeServer } from "../../src/mcp/tools.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { ownTool } from "../support/own_tool.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree([]);

function describeFor(options: Partial<AgentToolkitOptions> = {}): string {
  using toolkit = createAgentToolkit({ workspaceRoot, ...options });
  toolkit.register(ownTool("own"));
  return describeServer(toolkit);
}

const ALL =
  "A sealed view of one folder. Paths are relative to its root, which is `.`. tree shows the folders; list_directory shows one folder; " +
  "list_files finds files by name; search_text finds lines by their content; read_file reads a text file; read_files reads several. " +
  "Pictures and other binary files are resources: porthole:///path. " +
  "Answers are kept short: each says what it left out and how to go on.";

describe("what a model is told about the server", () => {
  test("each tool of porthole with its use, in 88 tokens of o200k: an English token has four characters on average", () => {
    expect(describeFor()).toBe(ALL);
    expect(ALL).toMatch(/^[ -~]{1,480}$/);
  });

  test("not a tool that the policy denies", () => {
    const denylist = describeFor({ policy: { denylist: ["tree", "read_files"] } });
    expect(denylist).toBe(ALL.replace("tree shows the folders; ", "").replace("; read_files reads several", ""));
    expect(describeFor({ policy: { mode: "deny", allowlist: ["read_file"] } })).toContain(
      "`.`. read_file reads a text file. Pictures",
    );
    expect(describeFor({ policy: { enabled: false } })).toContain("`.`. Answers");
  });

  test("nothing of resources where there are none, or none that may be read", () => {
    expect(describeFor({ policy: { denylist: ["read_file"] } })).not.toContain("resources");
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(describeServer({ tools: toolkit.tools })).not.toContain("resources");
  });

  test("a report says that a tool is denied, and nothing where it is not", () => {
    using toolkit = createAgentToolkit({ workspaceRoot, policy: { denylist: ["tree"] } });
    expect(toolkit.tools().flatMap(({ name, is_denied }) => (is_denied ? [name] : []))).toEqual(["tree"]);
    expect(toolkit.tools()[0]).not.toHaveProperty("is_denied");
  });
});
