// A tool that names several paths: the gate hands it the root, and opens each path with the checks of a call's own path.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContextOptions } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { CallOptions } from "../../src/call/types.ts";
import { asToolError } from "../../src/errors/calls.ts";
import type { CallScope, ToolSpec } from "../../src/tools/tool.ts";
import { makePeek } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../support/workspaces.ts";

type OpenSpec = ToolSpec<{ readonly path: string; readonly asked: readonly unknown[] }, readonly string[]>;

/** Tells of each path what peek would tell, or the message of its refusal. */
function makeOpen(asked: readonly unknown[], more: (scope: CallScope) => unknown = () => {}): OpenSpec {
  const { definition, traits, summarize } = makePeek([]);
  const tell = async (path: string, scope: CallScope) => {
    try {
      const opened = await scope.open(path);
      using node = opened.node;
      return `${node.kind} ${opened.scope.path} at ${node.location}`;
    } catch (error) {
      return asToolError(error).message;
    }
  };
  return {
    definition: { ...definition, name: "open" },
    traits,
    target: "root",
    parse: () => ({ path: "never/looked/at", asked }),
    summarize,
    run: async (_request, node, scope) => {
      await more(scope);
      const told = [`${node.kind} ${scope.path} at ${node.location}`];
      for (const path of asked) told.push(await tell(path as string, scope));
      return told;
    },
  };
}

const ENTRIES = [
  ...["file a/f x", "file b/f x", "file .ssh/config x", "file server.pem x", "fifo pipe"],
  ...["symlink in a/f", "symlink out ..", "symlink key server.pem", "symlink over b/f"],
];

async function open(asked: readonly unknown[], options: Omit<ToolContextOptions, "workspaceRoot">, root: string) {
  const context = createToolContext({ workspaceRoot: root, ...options });
  const outcome = await createSecureTool(context, makeOpen(asked)).invoke({ path: "." });
  context.workspace.close();
  return outcome.status === "success" ? outcome.data : outcome.error.message;
}

/** What the gate makes of the same path as a call's own. */
async function peek(path: unknown, options: Omit<ToolContextOptions, "workspaceRoot">, root: string) {
  const context = createToolContext({ workspaceRoot: root, ...options });
  const spec = { ...makePeek([]), parse: () => ({ path: path as string }) };
  const outcome = await createSecureTool(context, spec).invoke({ path: "." });
  context.workspace.close();
  return outcome.status === "success" ? outcome.data : outcome.error.message;
}

describe.each(STRATEGIES)("a tool whose target is the root, in a workspace kept by %s", (strategy) => {
  const root = makeTree(ENTRIES);
  const asked = [
    ...["a/f", "a//./f", join(root, "a/f"), ".", "a", "pipe", "in", "none", "a/f/x", ""],
    ...["..", "../ws/a/f", "/etc/passwd", "out", "out/x", "a\0", "server.pem", "key", ".ssh", ".ssh/none", "over", 5],
    "x".repeat(5000),
  ];

  test.each<[string, Omit<ToolContextOptions, "workspaceRoot">]>([
    ["by default", {}],
    ["with allowed folders", { allowedRoots: ["a"] }],
    ["without absolute paths", { allowAbsolute: false }],
    ["with own patterns", { deniedPatterns: ["**/f"], includeDefaultDenies: false }],
    ["where all is denied", { deniedPatterns: ["**"] }],
  ])("LK-02 gets for each path what a call of its own would get, %s", async (_name, options) => {
    const alone: string[] = [];
    for (const path of asked) alone.push(await peek(path, { strategy, ...options }, root));
    expect(await open(asked, { strategy, ...options }, root)).toEqual(["directory . at .", ...alone]);
  });

  test("LK-02 leaves no descriptor open, whatever it was refused", async () => {
    const context = createToolContext({ workspaceRoot: root, strategy });
    const tool = createSecureTool(context, makeOpen(asked));
    await tool.invoke({ path: "." });
    const before = countDescriptors();
    for (let i = 0; i < 20; i++) await tool.invoke({ path: "." });
    expect(countDescriptors()).toBe(before);
    context.workspace.close();
  });
});

describe("LK-01 the limits of the call", () => {
  const root = makeTree(ENTRIES);
  const codeOf = async (call: CallOptions, more: (scope: CallScope) => unknown) => {
    const context = createToolContext({ workspaceRoot: root });
    const strict = makeOpen([], async (scope) => {
      await more(scope);
      (await scope.open("a/f")).node.close();
    });
    const outcome = await createSecureTool(context, strict).invoke({ path: "." }, call);
    context.workspace.close();
    return outcome.status === "success" ? "success" : outcome.error.code;
  };

  test("hold for what it opens further", async () => {
    const controller = new AbortController();
    expect(await codeOf({}, () => {})).toBe("success");
    expect(await codeOf({ signal: controller.signal }, () => controller.abort())).toBe("CANCELLED");
    const wait = () => new Promise((resolve) => setTimeout(resolve, 30));
    expect(await codeOf({ timeoutMs: 10 }, wait)).toBe("TIMEOUT");
  });

  test("are one place of the 32, however much it opens", async () => {
    const context = createToolContext({ workspaceRoot: root });
    const most = createSecureTool(context, makeOpen(Array.from({ length: 50 }, () => "a/f")));
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => most.invoke({ path: "." })));
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => "success"));
    context.workspace.close();
  });

  test("are asked of the policy once, by the tool's own name", async () => {
    const context = createToolContext({
      workspaceRoot: root,
      policy: { mode: "deny", allowlist: ["open"] },
      ownTools: ["open"],
    });
    const outcome = await createSecureTool(context, makeOpen(["a/f", "b/f"])).invoke({ path: "." });
    expect(outcome).toMatchObject({ data: ["directory . at .", "file a/f at a/f", "file b/f at b/f"] });
    context.workspace.close();
  });
});

test("LK-02 a tool that names one path may open others too", async () => {
  const root = makeTree(ENTRIES);
  const context = createToolContext({ workspaceRoot: root, allowedRoots: ["a"] });
  const spec: ToolSpec<{ readonly path: string }, string> = {
    ...makePeek([]),
    run: async (_request, _node, scope) => {
      const { node, scope: own } = await scope.open("b/f");
      node.close();
      return own.path;
    },
  };
  const outcome = await createSecureTool(context, spec).invoke({ path: "a/f" });
  expect(outcome).toMatchObject({ status: "denied", error: { code: "SANDBOX_VIOLATION" } });
  context.workspace.close();
});
