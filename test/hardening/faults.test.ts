// Faults of the disk and of the process, through the executor and over MCP: each gets one clear answer that reveals nothing about this
// machine, and the next call works.

import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { CallClock } from "../../src/disk/call_clock.ts";
import type { Strategy } from "../../src/disk/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { treeTool } from "../../src/tools/edit/tree/tool.ts";
import type { TreeOutput } from "../../src/tools/edit/tree/types.ts";
import { walkTree } from "../../src/tools/edit/tree/usecase.ts";
import { withSteppedClock } from "../support/clock.ts";
import { RUNTIMES, toInitialize, toMessage } from "../support/mcp.ts";
import { recordDirectory } from "../support/recorded_directory.ts";
import { isThorough } from "../support/scale.ts";
import { makeScope } from "../support/scopes.ts";
import { makeTree } from "../support/tree.ts";
import { outline, seeTree } from "../support/tree_calls.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";
import { hoardingExecute, hoardingServer, startChild } from "./faults_children.ts";
import { countLeft, countOpen } from "./support/descriptors.mjs";

const isLinux = process.platform === "linux";
/** The name of the test's own folder. */
const folderOf = (root: string) => basename(dirname(root));
const TOOLS = ["tree", "list_directory", "read_file"];

/** The error of each tool for one path, as the model reads it. */
async function errorsOf(workspaceRoot: string, path: string) {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const results = [];
  for (const name of TOOLS) results.push(await toolkit.execute({ id: "1", name, arguments: { path } }));
  return results.map(({ content }) => {
    expect(content).not.toContain(workspaceRoot);
    const { error } = JSON.parse(content);
    return [error.code, error.message];
  });
}

const thrice = <T>(one: T): T[] => TOOLS.map(() => one);

describe("a path that leads nowhere", () => {
  test("ELOOP: links that lead to each other do not exist, and a tree shows them as links", async () => {
    const root = makeTree(["symlink a b", "symlink b a", "symlink self self"]);
    for (const path of ["a", "self", "self/x"]) {
      const message = `${JSON.stringify(path)} does not exist; the nearest existing folder is "."`;
      expect(await errorsOf(root, path)).toEqual(thrice(["NOT_FOUND", message]));
    }
    const { root: node } = await seeTree({ workspaceRoot: root }, ".", { entry_kind: "all" });
    expect(outline(node)).toEqual(["./", "a@", "b@", "self@"]);
  });

  test("ENAMETOOLONG: a name of more than 255 bytes does not exist, and a path of more than 4,096 is none", async () => {
    const root = makeTree(["dir d"]);
    for (const path of ["n".repeat(256), "ü".repeat(128), `d/${"n".repeat(3000)}`]) {
      expect((await errorsOf(root, path)).map(([code]) => code)).toEqual(thrice("NOT_FOUND"));
    }
    expect((await errorsOf(root, "d/".repeat(2500))).map(([code]) => code)).toEqual(thrice("INVALID_ARGUMENT"));
  });
});

describe.skipIf(noUnprivilegedChild !== null)("what may not be read", () => {
  test("EACCES: each tool says so, and goes on once it may [promise no-absolute-path]", () => {
    const root = makeTree(["file locked/f x", "file secret x"]);
    const program = `
      const { createAgentToolkit } = await import(new URL("lib.js", build));
      const { chmodSync } = await import("node:fs");
      const [root] = args;
      const toolkit = createAgentToolkit({ workspaceRoot: root });
      const call = async (name, path) => (await toolkit.execute({ id: "1", name, arguments: { path } }));
      const all = async () => [
        await call("tree", "locked"), await call("list_directory", "locked"), await call("read_file", "secret"),
        await call("read_file", "locked/f"),
      ];
      for (const name of ["locked", "secret"]) chmodSync(root + "/" + name, 0);
      const during = await all();
      chmodSync(root + "/locked", 0o755);
      chmodSync(root + "/secret", 0o644);
      return { during: during.map(({ content }) => content), after: (await all()).map(({ is_error }) => is_error) };`;
    const { during, after } = runUnprivileged(program, [root]) as { during: string[]; after: boolean[] };
    const errors = during.map((content) => JSON.parse(content).error);
    expect(errors.map(({ code, message }) => [code, message])).toEqual(
      ["locked", "locked", "secret", "locked/f"].map((path) => ["INTERNAL", `"${path}": permission denied`]),
    );
    expect(during.join("")).not.toContain(root);
    expect(after).toEqual([false, false, false, false]);
  });
});

describe.skipIf(!isLinux)("a disk that fails", () => {
  test("EIO: a file that cannot be read is an error, and the file beside it is read [promise disk-errors]", async () => {
    // Reading its first byte is an input/output error on every Linux system, because nothing is mapped there.
    using toolkit = createAgentToolkit({ workspaceRoot: "/proc/self" });
    const read = async (path: string) => {
      const { content } = await toolkit.execute({ id: "1", name: "read_file", arguments: { path } });
      return JSON.parse(content);
    };
    const { error } = await read("mem");
    expect([error.kind, error.code, error.message]).toEqual([
      "ExecutionFailed",
      "INTERNAL",
      '"mem": input/output error',
    ]);
    expect(typeof (await read("comm")).content).toBe("string");
    expect(await countLeft(`/${process.pid}/mem`)).toBe(0);
  });
});

const CALLS = [
  { id: "1", name: "tree", arguments: { path: "." } },
  { id: "2", name: "list_directory", arguments: { path: "." } },
  { id: "3", name: "read_file", arguments: { path: "d/f" } },
  { id: "4", name: "read_files", arguments: { paths: ["d/f", "d/f"] } },
  { id: "5", name: "list_files", arguments: {} },
  { id: "6", name: "search_text", arguments: { path: "d", pattern: "x" } },
];
/** The different errors in an answer. With handles the root needs no descriptor, so `read_files` gets as far as its files. */
function findErrors(content: string): string[] {
  const { error, files = [{ error }] } = JSON.parse(content) as { error: Fault; files?: { error: Fault }[] };
  return [...new Set(files.map(({ error: { code, message } }) => `${code} ${message.replace(/^"[^"]*": /, "")}`))];
}

type Fault = { code: string; message: string };
const EXHAUSTED = ["INTERNAL the system is temporarily out of resources; try again later"];

describe.skipIf(!isLinux).each(RUNTIMES)("a process on $name that is out of descriptors", ({ command }) => {
  test.each(STRATEGIES)(
    "EMFILE: every call is answered with an error, and works afterwards (%s) [promise disk-errors] [promise no-absolute-path]",
    async (strategy) => {
      const root = makeTree(["file d/f x"]);
      const child = startChild(command, hoardingExecute(root, strategy, CALLS), 128);
      try {
        const seen = JSON.parse(await child.listen().find(() => true));
        expect(seen.during.map(findErrors)).toEqual(CALLS.map(() => EXHAUSTED));
        expect(seen.after).toEqual(seen.before);
        expect([seen.leaked, seen.during.join("").includes(root)]).toEqual([0, false]);
      } finally {
        await child.kill();
      }
    },
  );

  test("EMFILE: the MCP server answers, stays up, and works again [promise disk-errors]", async () => {
    const child = startChild(command, hoardingServer(makeTree(["file d/f x"])), 128);
    try {
      const out = child.listen();
      await child.err.find((line) => line === "ready");
      const call = async (id: number) => {
        const params = { name: "read_file", arguments: { path: "d/f" } };
        child.send(toMessage("legacy", id, "tools/call", params));
        return JSON.parse(await out.find((line) => JSON.parse(line).id === id)).result;
      };
      child.send(toInitialize(0));
      await out.find((line) => JSON.parse(line).id === 0);
      child.send({ jsonrpc: "2.0", method: "notifications/initialized" });
      expect(await child.tell("hoarded ")).toBe("hoarded EMFILE");
      const refused = await call(1);
      expect([refused.isError, findErrors(refused.content[0].text)]).toEqual([true, EXHAUSTED]);
      await child.tell("released");
      expect((await call(2)).structuredContent.content).toBe("x");
    } finally {
      await child.kill();
    }
  });
});

const WALKED = ["file a/x 1", "file b/y 1", "file c 1", "file ../outside/secret 1"];

/** Walks over `a/x`, `b/y` and `c`, and changes something just before `b` is listed. */
async function walkWhile(root: string, strategy: Strategy, change: (root: string) => void): Promise<TreeOutput> {
  const request = treeTool.parse({ path: ".", entry_kind: "all" });
  return withWorkspace(root, strategy, async (workspace) => {
    using directory = recordDirectory(openDirectory(workspace, "."), [], (wanted, location) => {
      if (location === "b") change(root);
      return wanted;
    });
    return (await walkTree(directory, request, makeScope(".", new CallClock()))).data;
  });
}

describe.each(STRATEGIES)("a directory that is changed while it is walked, in a workspace kept by %s,", (strategy) => {
  const remove = (root: string) => rmSync(join(root, "b"), { recursive: true });
  // A deleted directory that is still open is empty on Node, and cannot be read on Bun; a renamed one can.
  const GONE = [["b/"], ["b/ ?"]];
  const changes: [string, string[][], (root: string) => void][] = [
    ["deleted", GONE, remove],
    ["renamed", [["b/", "b/y"]], (root) => renameSync(join(root, "b"), join(root, "z"))],
    [
      "replaced by a file",
      GONE,
      (root) => {
        remove(root);
        writeFileSync(join(root, "b"), "");
      },
    ],
    [
      "replaced by another directory",
      GONE,
      (root) => {
        remove(root);
        mkdirSync(join(root, "b"));
        writeFileSync(join(root, "b", "other"), "");
      },
    ],
    [
      "replaced by a link that leads out",
      GONE,
      (root) => {
        remove(root);
        symlinkSync("../outside", join(root, "b"));
      },
    ],
  ];

  test.each(changes)(
    "%s: the walk ends with the rest, or asks to try again, and never shows what is outside",
    async (_, held, change) => {
      const root = makeTree(WALKED);
      const seen = await walkWhile(root, strategy, change).then(
        (output) => outline(output.root),
        (error) => [error.code, error.retriable],
      );
      const walked = (b: string[]) => ["./", "a/", "a/x", ...b, "c"];
      // By paths alone, a replaced directory looks like one that is being replaced.
      const allowed = strategy === "handles" ? held.map(walked) : [walked(["b/ ?"]), ["INTERNAL", true]];
      expect(allowed).toContainEqual(seen);
      expect(await countLeft(folderOf(root))).toBe(0);
    },
  );
});

describe.each(STRATEGIES)("a deadline inside one huge directory, in a workspace kept by %s", (strategy) => {
  test("ends the call in its middle, and nothing stays open", async () => {
    const root = makeTree(["file huge/f0"]);
    // Links to a file are made faster than files.
    for (let i = 1; i < (isThorough ? 20_000 : 5000); i++) linkSync(`${root}/huge/f0`, `${root}/huge/f${i}`);
    const context = createToolContext({ workspaceRoot: root, strategy });
    const before = countOpen(folderOf(root));
    const tree = createSecureTool<object, ReturnType<typeof treeTool.parse>, TreeOutput>(context, treeTool);
    // Each look at the clock takes a second, so the deadline passes after a few looks, before any timer.
    const see = (timeoutMs: number) =>
      withSteppedClock(1000, () => tree("huge", { max_entries: 2, entry_kind: "all" }, { timeoutMs }));
    const cut = await see(20_000);
    expect(cut.result).toMatchObject({ status: "failure", error: { code: "TIMEOUT" } });
    expect(await countLeft(folderOf(root), { before })).toBe(0);
    const whole = await see(86_400_000);
    expect(whole.result).toMatchObject({ status: "success", data: { limit_reached: true } });
    expect(cut.looks).toBeLessThan(whole.looks / 10);
    context.workspace.close();
  });
});
