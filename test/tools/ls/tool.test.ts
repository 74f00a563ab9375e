// list_directory of the Gemini dialect behind the gate and the executor. Leaves the listing itself to ../ls.test.ts.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Calls } from "../../../src/call/calls.ts";
import { createToolContext, type ToolContext, type ToolContextOptions } from "../../../src/call/context.ts";
import { ToolRegistry, toRegistered } from "../../../src/call/registry.ts";
import { createSecureTool } from "../../../src/call/secure_tool.ts";
import { createGeminiListTool } from "../../../src/tools/ls/tool.ts";
import { LSTool } from "../../../src/tools/ls.ts";
import { makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { type HostOptions, makeHost } from "./host.ts";

type Setting = Omit<ToolContextOptions, "workspaceRoot"> & HostOptions;

function specIn(context: ToolContext, root: string, setting: Setting) {
  const fileService = makeHost(root, setting).getFileService();
  return createGeminiListTool({ context, fileService, ...(setting.filtering && { filtering: setting.filtering }) });
}

async function invoke(root: string, args: object, setting: Setting = {}) {
  const { git, gemini, filtering, ...options } = setting;
  const context = createToolContext({ workspaceRoot: root, ...options });
  try {
    const outcome = await createSecureTool(context, specIn(context, root, setting)).invoke(args);
    if (outcome.status === "success") return outcome.data;
    const { code, message } = outcome.error;
    return { status: outcome.status, code, message };
  } finally {
    context.workspace.close();
  }
}

async function execute(root: string, args: object, limits: object = {}) {
  const context = createToolContext({ workspaceRoot: root });
  const registry = new ToolRegistry();
  registry.register(toRegistered(context, specIn(context, root, {})));
  const executor = new Calls({ context, tools: registry }, { maxCallsPerBatch: 8 });
  try {
    return await executor.execute({ id: "1", name: "list_directory", arguments: args }, limits);
  } finally {
    context.workspace.close();
  }
}

describe.each(STRATEGIES)("the tool behind the gate, in a workspace kept by %s", (strategy) => {
  test("LS-08 answers as LSTool does", async () => {
    const root = makeTree(["dir sub/d", "file sub/a.log x", "file sub/b x", "file sub/c x", "symlink sub/out ../.."]);
    const rules = { git: ["sub/b", "b"], gemini: ["sub/d/"] };
    for (const args of [
      { path: join(root, "sub") },
      { path: `${root}//sub/`, ignore: ["*.log"] },
      { path: join(root, "sub"), file_filtering_options: { respect_git_ignore: false } },
      { path: join(root, "sub"), file_filtering_options: { respect_gemini_ignore: false } },
      { path: join(root, "sub/d") },
    ]) {
      const expected = await new LSTool(makeHost(root, rules), { strategy }).validateBuildAndExecute(args);
      expect(expected.error).toBe(undefined);
      expect(await invoke(root, args, { strategy, ...rules })).toEqual(expected);
    }
  });

  test("LS-05 takes from its owner what a call does not say", async () => {
    const root = makeTree(["file f x"]);
    const filtering = { respectGitIgnore: false };
    expect(await invoke(root, { path: root }, { strategy, git: ["f"], filtering })).toEqual({
      llmContent: `Directory listing for ${root}:\nf`,
      returnDisplay: "Listed 1 item(s).",
    });
  });

  test("LS-02, LS-04: fails with the gate's kinds of errors, which name no absolute path", async () => {
    const root = makeTree(["file f x", "dir .ssh", "symlink out .."]);
    const failure = (code: string, message: string) => ({ status: "failure", code, message });
    const denied = (message: string) => ({ status: "denied", code: "SANDBOX_VIOLATION", message });
    const see = (path: string, more: object = {}) => invoke(root, { path, ...more }, { strategy });
    expect(await see("f")).toEqual(failure("INVALID_ARGUMENT", "Path must be absolute: f"));
    expect(await see(join(root, "f"))).toEqual(failure("NOT_DIRECTORY", 'path is not a directory: "f"'));
    expect(await see(join(root, "x"))).toEqual(failure("NOT_FOUND", '"x" does not exist'));
    const outside = "is outside the workspace; use a path inside it, relative to its root";
    expect(await see("/etc")).toEqual(denied(`path ${outside}`));
    expect(await see(join(root, "out"))).toEqual(denied(`"out" ${outside}`));
    expect(await see(join(root, ".ssh"))).toEqual(denied('".ssh" is denied by the pattern "**/.ssh/**"'));
    expect(await see(root, { ignore: ["a", "x".repeat(4097)] })).toEqual(
      failure("INVALID_ARGUMENT", "ignore[1] must not be longer than 4096 characters"),
    );
    expect(await see(root, { ignore: "x" })).toEqual(failure("INVALID_ARGUMENT", 'ignore must be an array, not "x"'));
  });

  test("LS-06 does not look outside the allowed folders through a link", async () => {
    const root = makeTree([
      "dir in/d",
      "dir shut/e",
      "dir in-more",
      "symlink in/more ../in-more",
      "symlink in/to-shut ../shut",
      "symlink in/to-d d",
      "symlink in/up .",
    ]);
    const see = async (allowedRoots: string[] | null) =>
      invoke(root, { path: join(root, "in") }, { strategy, allowedRoots });
    const listing = (...names: string[]) => ({
      llmContent: [`Directory listing for ${join(root, "in")}:`, ...names.map((name) => `[DIR] ${name}`)].join("\n"),
      returnDisplay: `Listed ${names.length} item(s).`,
    });
    expect(await see(null)).toEqual(listing("d", "more", "to-d", "to-shut", "up"));
    expect(await see(["."])).toEqual(listing("d", "more", "to-d", "to-shut", "up"));
    expect(await see(["in"])).toEqual(listing("d", "to-d", "up"));
    expect(await see(["in", "shut/e"])).toEqual(listing("d", "to-d", "up"));
  });
});

describe("the tool behind the executor", () => {
  test("LS-08 gives the model the text for the model, cut if it must be", async () => {
    const root = makeTree(Array.from({ length: 50 }, (_, i) => `file some-file-${i} x`));
    const whole = await new LSTool(makeHost(root)).validateBuildAndExecute({ path: root });
    expect(await execute(root, { path: root })).toEqual({
      tool_call_id: "1",
      content: whole.llmContent,
      is_error: false,
    });
    const { content, is_error } = await execute(root, { path: root }, { max_output_bytes: 300 });
    expect(is_error).toBe(false);
    const marker = "\n\n... [output truncated]";
    expect(content).toBe(whole.llmContent.slice(0, 300 - marker.length) + marker);
  });

  test("LS-04 gives the model an error as it does for every tool", async () => {
    const root = makeTree(["file f x"]);
    const { content, is_error } = await execute(root, { path: join(root, "f") });
    expect(is_error).toBe(true);
    expect(JSON.parse(content)).toEqual({
      error: { kind: "ExecutionFailed", code: "NOT_DIRECTORY", message: 'path is not a directory: "f"' },
    });
  });

  test("LS-01 reports the declaration of LSTool, and what a call would do in one line", () => {
    const root = makeTree([]);
    const context = createToolContext({ workspaceRoot: root });
    const spec = specIn(context, root, {});
    context.workspace.close();
    const { name, description, parametersJsonSchema } = new LSTool(makeHost(root)).schema;
    expect(spec.definition).toEqual({ name, description, parameters: parametersJsonSchema });
    expect(spec.traits).toEqual({
      isSideEffecting: false,
      requiresApproval: false,
      riskLevel: "low",
      allowsTruncation: true,
    });
    const request = spec.parse({ path: "/a\nb", ignore: ["x"] });
    expect(spec.summarize(request)).toBe("List /a\ufffdb");
    expect(spec.summarize({ ...request, path: `/${"x".repeat(4000)}` }).length).toBeLessThanOrEqual(200);
  });
});
