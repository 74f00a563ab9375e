// What list_directory says of a folder that does not stand still while it is proved by paths: the call fails and may be tried again, as
// `tree` does. A note of a fault would be wrong, since nothing is known of the folder. Leaves real faults to faults.test.ts.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../src/call/types.ts";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import { TransientChange, toToolError } from "../../../../src/disk/faults.ts";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import type { ListDirectoryOptions } from "../../../../src/tools/edit/list_directory/types.ts";
import { listDirectory } from "../../../../src/tools/edit/list_directory/usecase.ts";
import { DeniedPatterns } from "../../../../src/view/denied/patterns.ts";
import { makeTree } from "../../../support/tree.ts";
import { errorOf, openDirectory, withWorkspace } from "../../../support/workspaces.ts";
import { toolWith } from "./calls.ts";
import { watchDirectory } from "./watched_directory.ts";

/** Makes and removes a file again and again; the waits of a call are longer than its pauses. */
function keepBusy(folder: string): Disposable {
  const file = join(folder, "tick");
  const timer = setInterval(() => {
    writeFileSync(file, "");
    rmSync(file);
  }, 2);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** On a busy machine the folder may stand still for long enough: then the call is made again. */
async function failureOf(call: () => Promise<ToolOutcome<unknown>>): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const outcome = await call();
    if (outcome.status !== "success") return outcome.error.toJSON();
    if (tries === 50) return outcome.data;
  }
}

/** Walks over a folder in which something is found to be replaced when `act` is about to be done. */
function walk(act: string, options: ListDirectoryOptions = {}): Promise<unknown> {
  const root = makeTree(["file a/x/f x", "fifo a/p", "file b x"]);
  return withWorkspace(root, "verify", async (workspace) => {
    const onAct = (about: string) => {
      if (about === act) throw toToolError(new TransientChange(22), "a");
    };
    using directory = watchDirectory(openDirectory(workspace, "."), { onAct });
    const request = toolWith().parse({ path: ".", recursive: true, ...options });
    const scope = { path: ".", clock: new CallClock(), denied: new DeniedPatterns({}), ignored: null };
    return (await listDirectory(directory, request, scope)).data;
  });
}

describe("a folder that does not stand still", () => {
  test("fails the call, as that of tree, and may be tried again", async () => {
    // Nothing in a/x: on a busy machine that could be the first to be found replaced.
    const workspaceRoot = makeTree(["dir a/x", "file b x"]);
    using toolkit = createAgentToolkit({ workspaceRoot, strategy: "verify" });
    using _busy = keepBusy(join(workspaceRoot, "a"));
    const errors = [
      await failureOf(() => toolkit.listDirectory(".", { recursive: true })),
      await failureOf(() => toolkit.tree(".")),
    ];
    const message = '"a/x": it was moved or replaced while it was being read; try again';
    const error = { kind: "ExecutionFailed", code: "INTERNAL", message, path: "a/x", retriable: true };
    expect(errors).toEqual([error, error]);
  });

  test.each(["stat a", "open a", "list a", "stat a/p", "list a/x"])("is not taken for a fault at %j", async (act) => {
    expect((await errorOf(() => walk(act))).retriable).toBe(true);
  });

  test("is not taken for a fault where its kind is left out and it is only asked whether the folder is shut", async () => {
    expect((await errorOf(() => walk("stat b", { include_files: false }))).retriable).toBe(true);
  });
});
