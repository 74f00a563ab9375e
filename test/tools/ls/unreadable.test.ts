// What LSTool says of what the system does not let it read, in a child that has no power over permissions.
// Leaves faults that permissions cannot cause to listing.test.ts.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTree } from "../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../support/unprivileged.ts";
import { STRATEGIES } from "../../support/workspaces.ts";

const PROGRAM = `
  const { LSTool } = await import(new URL("tools/ls.js", build));
  const { chmodSync } = await import("node:fs");
  const [root, strategy, modes, paths] = args;
  for (const [name, mode] of JSON.parse(modes)) chmodSync(root + "/" + name, mode);
  const filterFilesWithReport = (filteredPaths) => ({ filteredPaths, gitIgnoredCount: 0, geminiIgnoredCount: 0 });
  const tool = new LSTool({
    getTargetDir: () => root,
    getWorkspaceContext: () => ({ getDirectories: () => [root], isPathWithinWorkspace: () => true }),
    getFileService: () => ({ filterFilesWithReport }),
    getFileFilteringOptions: () => ({}),
  }, { strategy });
  const answers = [];
  for (const path of JSON.parse(paths)) answers.push(await tool.buildAndExecute({ path: root + path }));
  for (const [name] of JSON.parse(modes)) chmodSync(root + "/" + name, 0o755);
  return answers;`;

function listWithoutPowers(root: string, strategy: string, modes: object, paths: readonly string[]): unknown {
  return runUnprivileged(PROGRAM, [root, strategy, JSON.stringify(Object.entries(modes)), JSON.stringify(paths)]);
}

describe.skipIf(noUnprivilegedChild !== null)("what the system does not let LSTool read", () => {
  test.each(STRATEGIES)(
    "LS-04, LS-06: fails by itself, and is skipped among others, in a workspace kept by %s",
    (strategy) => {
      const root = makeTree([
        "file locked/f x",
        "file shut/f x",
        "dir shut/d",
        "file open/f x",
        "symlink open/in ../locked/f",
      ]);
      const modes = { locked: 0, shut: 0o444 };
      const message = `Error listing directory: ${JSON.stringify(join(root, "locked"))}: permission denied`;
      expect(listWithoutPowers(root, strategy, modes, ["", "/locked", "/shut", "/open"])).toEqual([
        {
          llmContent: `Directory listing for ${root}:\n[DIR] locked\n[DIR] open\n[DIR] shut`,
          returnDisplay: "Listed 3 item(s).",
        },
        {
          llmContent: message,
          returnDisplay: "Error: Failed to list directory.",
          error: { message, type: "ls_execution_error" },
        },
        { llmContent: `Directory listing for ${join(root, "shut")}:\n`, returnDisplay: "Listed 0 item(s)." },
        { llmContent: `Directory listing for ${join(root, "open")}:\nf`, returnDisplay: "Listed 1 item(s)." },
      ]);
    },
  );
});
