// Files that are saved without a pause, each by renaming a new one to its name: they are there at all times, and so are the rules
// in them. Any answer but theirs, or an error that says to try again, is a wrong one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ToolOutcome } from "../../src/call/types.ts";
import { toEnd } from "../../src/disk/steps.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { HANDLES, testWhere } from "../support/only_where.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const SAVER = fileURLToPath(new URL("../support/saver.mjs", import.meta.url));
const SAVES = times(40, 2000);
const FILES = { "d/f": "text", ".gitignore": "hidden\n", "d/.gitignore": "private\n" };

function tell(outcome: ToolOutcome<unknown>): string {
  if (outcome.status !== "success") return outcome.error.retriable ? "try again" : outcome.error.message;
  return JSON.stringify(outcome.data)
    .replace(/.*"hidden".*|.*"private".*/, "what is ignored")
    .replace(/^\{.*/, "right");
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Calls `look` again and again while all `FILES` are saved. */
async function whileSaving(root: string, look: () => Promise<void>): Promise<void> {
  const targets = Object.entries(FILES).flatMap(([path, text]) => [join(root, path), text]);
  const saver = spawn(process.execPath, [SAVER, String(SAVES), join(root, "../spare"), ...targets]);
  const ended = once(saver, "exit").then(() => "ended");
  await once(saver.stdout, "data");
  do await look();
  while ((await Promise.race([ended, turn()])) !== "ended");
}

function makeSaved(): string {
  const saved = Object.entries(FILES).map(([path, text]) => `file ${path} ${text}`);
  return makeTree([...saved, "dir .git", "file hidden x", "file d/private x"]);
}

test.each(STRATEGIES)(
  "EX-12 what is saved without a pause is never missing, nor are its rules: %s",
  async (strategy) => {
    const root = makeSaved();
    const config = { tools: { tree: { respect_gitignore: true } } };
    const toolkit = createAgentToolkit({ workspaceRoot: root, strategy, config });
    const answers = new Set<string>();
    await whileSaving(root, async () => {
      answers.add(tell(await toolkit.readFile("d/f")));
      for (const path of [".", "d"]) answers.add(tell(await toolkit.tree(path, { entry_kind: "all" })));
    });
    toolkit.close();
    const permitted = strategy === "handles" ? ["right"] : ["right", "try again"];
    expect([...answers].filter((answer) => !permitted.includes(answer))).toEqual([]);
  },
);

testWhere(
  HANDLES,
  "the other strategy may answer that the folder is changing",
  "a small file that is saved is read whole, or another one is",
  async () => {
    const root = makeSaved();
    const answers = new Set<string>();
    await withWorkspace(root, "handles", async (workspace) => {
      using directory = openDirectory(workspace, ".");
      await whileSaving(root, async () => {
        for (let i = 0; i < 100; i++) {
          const reading = toEnd(directory.inner.readChild(".gitignore", 1024, undefined));
          answers.add(reading.fault ?? Buffer.from(reading.bytes ?? []).toString());
        }
      });
    });
    expect([...answers]).toEqual([FILES[".gitignore"]]);
  },
);
