// The built-in values: the same whether the configuration says them, a toolkit without one, or a context alone. The values themselves are
// in test/config/settings.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToolContext, type ToolContextOptions } from "../src/call/context.ts";
import { createSecureTool } from "../src/call/secure_tool.ts";
import { toContextOptions, toSettings } from "../src/config/settings.ts";
import { CallClock } from "../src/disk/call_clock.ts";
import { ToolCatalog } from "../src/lib.ts";
import { createAgentToolkit } from "../src/toolkit.ts";
import type { CallScope, PathRequest, ToolSpec } from "../src/tools/tool.ts";
import { makeTree } from "./support/tree.ts";

const workspaceRoot = makeTree(["dir a"]);
const settings = toSettings({});

/** All of a context that a configuration can say. */
async function describeContext(options: ToolContextOptions) {
  const { workspace, loadDenied, discovery, semaphore, leadsToAllowed, ...rest } = createToolContext(options);
  const denied = await loadDenied(new CallClock());
  workspace.close();
  return { ...rest, denied: ["a.pem", ".env", "src/a.ts"].map((path) => denied.find(path)?.pattern ?? null) };
}

/** What a call is given by those who made the gate that it goes through. */
const probe: ToolSpec<PathRequest, Partial<CallScope>> = {
  definition: { name: "probe", description: "", parameters: { type: "object", properties: {}, required: [] } },
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
  parse: () => ({ path: "." }),
  summarize: () => "",
  run: (_, __, { timeoutMs, maxOutputBytes, availableCapacityBytes, allowTruncation }) => ({
    timeoutMs,
    maxOutputBytes,
    availableCapacityBytes,
    allowTruncation,
  }),
};

describe("the built-in values", () => {
  const home = process.env.XDG_CONFIG_HOME;
  beforeAll(() => {
    process.env.XDG_CONFIG_HOME = "/nonexistent";
  });
  afterAll(() => {
    if (home === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = home;
  });

  test("a context alone is as one by an empty configuration", async () => {
    const alone = await describeContext({ workspaceRoot });
    expect(alone).toEqual(await describeContext(toContextOptions(settings, { workspaceRoot })));
    expect(alone).toMatchObject({
      timeoutMs: settings.fileTimeoutMs,
      denied: [expect.stringContaining("pem"), null, null],
    });
  });

  test("the tools of the catalogue are as those of the toolkit", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    const context = createToolContext({ workspaceRoot });
    const { listDirectory, readFile } = settings;
    for (const args of [
      { path: ".", recursive: true, max_depth: listDirectory.maxDepth + 1 },
      { path: ".", max_entries: listDirectory.maxEntries + 1 },
    ]) {
      const alone = await createSecureTool(context, ToolCatalog.list_directory).invoke(args);
      expect([alone.status, alone]).toEqual(["failure", await toolkit.invoke("list_directory", args)]);
    }
    const args = { path: "a", max_lines: readFile.maxLines + 1 };
    const alone = await createSecureTool(context, ToolCatalog.read_file).invoke(args);
    expect([alone.status, alone]).toEqual(["failure", await toolkit.invoke("read_file", args)]);
    const most = { path: "a", max_lines: readFile.maxLines };
    expect(ToolCatalog.read_file.parse(most)).toMatchObject({ maxLines: readFile.maxLines });
    context.workspace.close();
  });

  test("a tool of one's own is given the same by a toolkit and by a context", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    toolkit.register(probe);
    const context = createToolContext({ workspaceRoot });
    const alone = await createSecureTool(context, probe).invoke({});
    context.workspace.close();
    expect(alone).toMatchObject({
      status: "success",
      data: { maxOutputBytes: 102_400, availableCapacityBytes: 65_536 },
    });
    expect(await toolkit.invoke("probe", {})).toEqual(alone);
  });
});
