// Which ignore rules the tools of a context ask: those that were handed over, or else its own.
// Leaves what the rules say to test/git, and the rest of a context to factory.test.ts and factory_sandbox.test.ts.

import { describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { createTreeTool } from "../../src/tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput, TreeRequest } from "../../src/tools/edit/tree/types.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const ENTRIES = ["dir .git", "file .gitignore *.log\n", "file a.ts x", "file b.log x"];
const spec = createTreeTool({ maxDepth: 12, maxEntries: 1000, respectGitignore: true });

/** Of another folder, whose rules are the opposite: what it is asked shows in the answer. */
function makeForeignRules() {
  return new FileDiscoveryService(makeTree(["dir .git", "file .gitignore *.ts\n", "file a.ts x", "file b.log x"]));
}

class CountingRules extends FileDiscoveryService {
  walks = 0;
  override walkFrom(...args: Parameters<FileDiscoveryService["walkFrom"]>) {
    this.walks += 1;
    return super.walkFrom(...args);
  }
}

async function namesSeen(context: ReturnType<typeof createToolContext>) {
  const tree = createSecureTool<TreeOptions, TreeRequest, TreeOutput>(context, spec);
  const outcome = await tree(".", { entry_kind: "all" });
  return outcome.status === "success" && outcome.data.root.children?.map(({ name }) => name);
}

describe("the ignore rules of a context", () => {
  test("those that are handed over are asked, and no others", async () => {
    const workspaceRoot = makeTree(ENTRIES);
    const discovery = new CountingRules(workspaceRoot);
    const context = createToolContext({ workspaceRoot, discovery });
    expect(context.discovery).toBe(discovery);
    expect([await namesSeen(context), discovery.walks]).toEqual([["a.ts"], 1]);
    context.workspace.close();
  });

  test.each(STRATEGIES)("a single tool behind the gate leaves out what git ignores (%s)", async (strategy) => {
    const context = createToolContext({ workspaceRoot: makeTree(ENTRIES), strategy });
    expect(await namesSeen(context)).toEqual(["a.ts"]);
    expect(await namesSeen(context)).toEqual(["a.ts"]);
    context.workspace.close();
  });
});

describe("the ignore rules of a toolkit", () => {
  const config = { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } };

  test("those that are handed over are asked by tree and by list_directory", async () => {
    const workspaceRoot = makeTree(ENTRIES);
    const discovery = new CountingRules(workspaceRoot);
    using toolkit = createAgentToolkit({ workspaceRoot, discovery, config });
    const tree = await toolkit.tree(".", { entry_kind: "all" });
    expect(tree.status === "success" && tree.data.root.children?.map(({ name }) => name)).toEqual(["a.ts"]);
    const list = await toolkit.listDirectory(".");
    expect(list.status === "success" && list.data.entries.map(({ name }) => name)).toEqual(["a.ts"]);
    expect(discovery.walks).toBe(2);
  });

  test("those that are handed over are asked by the other dialect", async () => {
    const workspaceRoot = makeTree(ENTRIES);
    using toolkit = createAgentToolkit({ workspaceRoot, discovery: makeForeignRules(), dialect: "gemini" });
    const list = await toolkit.listDirectory(workspaceRoot);
    expect(list.status === "success" && list.data.llmContent).toBe(
      `Directory listing for ${workspaceRoot}:\n.gitignore\nb.log\n\n(2 git-ignored)`,
    );
  });
});
