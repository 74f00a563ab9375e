// Where a look has to wait, who waits and how: no step and no tool may hold the thread for it. Who has to wait must not depend on
// the machine, so the clock that ages are told by is stopped before anything is made: then all of it looks as if it had just changed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { isTransientChange, TransientChange, toToolError } from "../../src/disk/faults.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { inSlices, type Steps, settled, toEnd, withoutWaiting } from "../../src/disk/steps.ts";
import type { Folder, Node } from "../../src/disk/types.ts";
import { type AgentToolkit, createAgentToolkit, type GeminiToolkit } from "../../src/toolkit.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { makeTree } from "../support/tree.ts";
import { at, byName, countDescriptors, errorOf, listNames, lookAt, STRATEGIES } from "../support/workspaces.ts";

function stopClock(): Disposable {
  const spy = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

/** Counts how often this thread was made to wait, and for how long at most. */
function watchBlocks(): Disposable & { readonly times: readonly number[] } {
  const times: number[] = [];
  const wait = Atomics.wait;
  const spy = vi.spyOn(Atomics, "wait").mockImplementation((array, index, value, timeout) => {
    times.push(timeout ?? Number.POSITIVE_INFINITY);
    return wait(array, index, value, timeout);
  });
  return { times, [Symbol.dispose]: () => spy.mockRestore() };
}

/** Somebody writes into the root before each attempt to open `path`. */
function disturb(root: string, folder: Folder, path: string) {
  let tries = 0;
  // The folder's own attempts wait, and are counted here one by one.
  function* once(): Steps<Node> {
    writeFileSync(join(root, `g${++tries}`), "");
    const node = yield* withoutWaiting(folder.resolve(at(path)));
    if (node === null) throw toToolError(new TransientChange(22), path);
    return node;
  }
  return { tries: () => tries, steps: () => settled(once) };
}

const ENTRIES = [
  "file d/e/f x",
  "file d/e/.gitignore x\n",
  "file d/.gitignore *.log\n",
  "file d/a.log x",
  "dir .git",
  "file .geminiignore *.tmp\n",
];

describe("a step that has to wait, where only paths are held,", () => {
  test("waits while the event loop turns", async () => {
    using _clock = stopClock();
    const root = makeTree(ENTRIES);
    using workspace = openWorkspace(root, { strategy: "verify" });
    using blocks = watchBlocks();
    const waits: boolean[] = [];
    const take = async <T>(step: Promise<T>): Promise<T> => {
      let hasTurned = false;
      setImmediate(() => {
        hasTurned = true;
      });
      const result = await step;
      waits.push(hasTurned);
      return result;
    };
    using top = await take(workspace.resolve(at("d"), new CallClock()));
    if (top.kind !== "directory") throw new Error("it is no directory");
    using child = await take(top.openChild("e", new CallClock()));
    const metadata = await take(lookAt(child, "f"));
    expect([child.location, metadata.kind, blocks.times]).toEqual(["d/e", "file", []]);
    // The root and `d` had to be waited for, each once; by then they are known to stand still.
    expect(waits).toEqual([true, true, false]);
  });

  test("refuses at once where it is told not to wait, and holds nothing", async () => {
    using _clock = stopClock();
    const root = makeTree(ENTRIES);
    using workspace = openWorkspace(root, { strategy: "verify" });
    using blocks = watchBlocks();
    const before = countDescriptors();
    expect(toEnd(withoutWaiting(workspace.inner.resolve(at("d"))))).toBeNull();
    expect([blocks.times, countDescriptors()]).toEqual([[], before]);
  });
});

type Call = (toolkit: { forge: AgentToolkit; gemini: GeminiToolkit }, root: string) => Promise<unknown>;

const CALLS: Readonly<{ [name: string]: Call }> = {
  tree: ({ forge }) => forge.tree("d", { entry_kind: "all" }),
  list_directory: ({ forge }) => forge.listDirectory("d", { recursive: true }),
  read_file: ({ forge }) => forge.readFile("d/e/f"),
  "list_directory in the Gemini dialect": ({ gemini }, root) => gemini.listDirectory(join(root, "d")),
  execute: ({ forge }) => forge.execute({ id: "1", name: "tree", arguments: { path: "d" } }),
};

describe.each(STRATEGIES)("on a workspace kept by %s", (strategy) => {
  test.each(Object.keys(CALLS))("%s never makes the thread wait, beside whatever has just changed", async (name) => {
    using _clock = stopClock();
    const root = makeTree(ENTRIES);
    const config = { tools: { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } } };
    const forge = createAgentToolkit({ workspaceRoot: root, strategy, config });
    const gemini = createAgentToolkit({ workspaceRoot: root, strategy, dialect: "gemini" });
    using blocks = watchBlocks();
    const outcome = JSON.stringify(await CALLS[name]?.({ forge, gemini }, root));
    for (const toolkit of [forge, gemini]) toolkit.close();
    expect(outcome).toMatch(/"status":"success"|"is_error":false/);
    expect(outcome).not.toContain("a.log");
    expect(blocks.times).toEqual([]);
  });
});

describe("a caller that promises an answer at once", () => {
  test("blocks for ticks of the clock, three at most, and is right about what has just changed", async () => {
    using _clock = stopClock();
    const root = makeTree(["dir .git", "file .gitignore build/\n", "dir a/b/build"]);
    using blocks = watchBlocks();
    const service = new FileDiscoveryService(root, { strategy: "verify" });
    // The clock stands still, so every folder has to be seen twice: the root, `.git`, and on the way to the entry.
    for (const path of ["build/", "a/b/build"]) {
      const before = blocks.times.length;
      expect([path, service.shouldGitIgnoreFile(path)]).toEqual([path, true]);
      expect(blocks.times.length - before).toBeLessThanOrEqual(3);
    }
    expect(new Set(blocks.times)).toEqual(new Set([22]));
  });

  test("is told the truth after that", async () => {
    using _clock = stopClock();
    const root = makeTree(["file f x"]);
    using workspace = openWorkspace(root, { strategy: "verify" });
    using blocks = watchBlocks();
    const { tries, steps } = disturb(root, workspace.inner, "f");
    const error = await errorOf(() => toEnd(steps()));
    expect([error.retriable, tries(), blocks.times.length]).toEqual([true, 4, 3]);
  });
});

test("whoever waits is patient three times, and passes on what waiting does not mend", async () => {
  using _clock = stopClock();
  const root = makeTree(["dir d"]);
  using workspace = openWorkspace(root, { strategy: "verify" });
  const { tries, steps } = disturb(root, workspace.inner, "d");
  expect((await errorOf(() => inSlices(steps(), new CallClock()))).retriable).toBe(true);
  expect(tries()).toBe(4);
  expect(await listNames(workspace, ".")).toEqual(["d", "g1", "g2", "g3", "g4"]);
  const missing = await errorOf(() => workspace.resolve(at("none"), new CallClock()));
  expect([missing.code, isTransientChange(missing)]).toEqual(["NOT_FOUND", false]);
});

test("a listing beside somebody who never stops is refused for the moment, and holds nothing", async () => {
  const root = makeTree(ENTRIES);
  using workspace = openWorkspace(root, { strategy: "verify" });
  using node = await workspace.resolve(at("d"), new CallClock());
  if (node.kind !== "directory") throw new Error("it is no directory");
  const before = countDescriptors();
  let writes = 0;
  const spy = vi.spyOn(Date, "now").mockImplementation(() => {
    writeFileSync(join(root, `g${++writes}`), "");
    return 0;
  });
  const error = await errorOf(() => node.list({ limit: 9, order: byName }, new CallClock()));
  spy.mockRestore();
  expect([error.retriable, error.message]).toEqual([
    true,
    '"d": it was moved or replaced while it was being read; try again',
  ]);
  expect(countDescriptors()).toBe(before);
});

test("whatever cannot be believed yet is told as something to try again", () => {
  const { code, retriable } = toToolError(new TransientChange(null), "d");
  expect([code, retriable]).toEqual(["INTERNAL", true]);
});

test("a listing waits in the same way", async () => {
  using _clock = stopClock();
  const root = makeTree(ENTRIES);
  using workspace = openWorkspace(root, { strategy: "verify" });
  using node = await workspace.resolve(at("d"), new CallClock());
  if (node.kind !== "directory") throw new Error("it is no directory");
  writeFileSync(join(root, "new"), "");
  using blocks = watchBlocks();
  const { entries } = await node.list({ limit: 9, order: byName }, new CallClock());
  expect([entries.map(({ name }) => name), blocks.times]).toEqual([[".gitignore", "a.log", "e"], []]);
});
