// A root that lies deeper than a process may hold descriptors: it opens, and a call holds a bounded number of them, with the ignore rules
// of the folders above. dist/ must be built.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { Strategy } from "../../src/disk/types.ts";
import { runEach } from "../support/child_program.ts";
import { makePeek } from "../support/peek_tool.ts";
import { addEntries, makeTempFolder } from "../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../support/workspaces.ts";

// More than the usual limit of 1,024 descriptors; a path of as many names is still below PATH_MAX. A proof looks at every folder above by
// its whole path, which takes seconds for so many: there, three times the limit of the child is enough.
const LEVELS = { handles: 1100, verify: 300 } as const;
// The root, the folders above it that rules are looked for in, and what the call names.
const MAX_HELD = 1 + 16 + 1;
// The runtime itself needs some twenty.
const FEW = ["sh", "-c", 'ulimit -n 100 && exec "$0" "$@"'];

function makeDeepRoot(strategy: Strategy): string {
  const root = join(makeTempFolder(), "x/".repeat(LEVELS[strategy]), "ws");
  mkdirSync(root, { recursive: true });
  addEntries(root, ["file d/f x"]);
  return root;
}

test.skipIf(process.platform !== "linux").each(STRATEGIES)(
  "a call in a very deep root holds few descriptors, and a closed one none: %s",
  async (strategy) => {
    const before = countDescriptors();
    const context = createToolContext({ workspaceRoot: makeDeepRoot(strategy), strategy });
    const count = createSecureTool(context, {
      ...makePeek([], { respectsGitignore: true }),
      run: () => String(countDescriptors() - before),
    });
    const outcome = await count("d");
    expect(outcome.status).toBe("success");
    const held = outcome.status === "success" ? Number(outcome.data) : Number.NaN;
    expect(held).toBeGreaterThan(1);
    expect(held).toBeLessThanOrEqual(MAX_HELD);
    context.workspace.close();
    expect(countDescriptors()).toBe(before);
  },
);

/** One process for both. */
const askBoth = () => {
  const ask = `
    const toolkit = library.createAgentToolkit(args[0]);
    const { data, error } = await toolkit.tree(".", { entry_kind: "all" });
    toolkit.close();
    return error ? error.message : data.root.children.map(({ name }) => name);`;
  // There is no repository, so it is looked for as far up as anybody looks.
  const config = { tools: { tree: { respect_gitignore: true } } };
  const calls = STRATEGIES.map((strategy) => [{ workspaceRoot: makeDeepRoot(strategy), strategy, config }]);
  return runEach(FEW, ask, calls);
};
let asked: ReturnType<typeof askBoth> | undefined;

test.skipIf(process.platform === "win32").each(STRATEGIES)(
  "a very deep root is served by a process with few descriptors: %s",
  async (strategy) => {
    asked ??= askBoth();
    expect(await asked[STRATEGIES.indexOf(strategy)]).toEqual({ returned: ["d"] });
  },
);
