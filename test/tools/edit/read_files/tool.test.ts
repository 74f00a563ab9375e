// read_files behind the real gate on real folders: what it answers, in which order, and what ends a call. Leaves the budget to fit.test.ts.

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ToolCatalog } from "../../../../src/call/catalog.ts";
import { createToolContext } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import { type AgentToolkitOptions, createAgentToolkit, type Toolkit } from "../../../../src/toolkit.ts";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import type { ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";
import { createReadFilesTool } from "../../../../src/tools/edit/read_files/tool.ts";
import type { ReadFilesInput, ReadFilesOutput } from "../../../../src/tools/edit/read_files/types.ts";
import { cannotRecordFs, recordFsCalls } from "../../../support/fs_calls.ts";
import type { IsSame } from "../../../support/same_type.ts";
import { isThorough, paired } from "../../../support/scale.ts";
import { addEntries, makeTree } from "../../../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../../../support/workspaces.ts";

const DIALECTS = ["forge", "gemini"] as const;

/** A workspace with good files and everything that read_file refuses, and a neighbour with a secret. */
function makeWorkspace(): string {
  const root = makeTree([
    ...[
      "file a.txt one\ntwo\nthree\n",
      "file src/b.ts b",
      "file empty",
      "dir sub",
      "fifo pipe",
      "file server.pem secret",
    ],
    ...["symlink in src/b.ts", "symlink out ../outside/secret.txt", "symlink away ../outside", "symlink nowhere none"],
    ...["symlink key server.pem", "symlink loop loop"],
  ]);
  addEntries(dirname(root), ["file outside/secret.txt secret"]);
  writeFileSync(join(root, "binary"), "a\0b");
  writeFileSync(join(root, "large"), Buffer.alloc(MAX_FILE_BYTES + 1, 10));
  return root;
}

/** Nobody writes there. */
const root = makeWorkspace();

const GOOD = ["a.txt", "./src//b.ts", "empty", "in"];
const BAD = [
  ...[
    "none",
    "sub",
    ".",
    "pipe",
    "binary",
    "large",
    "server.pem",
    "key",
    ".ssh/id",
    "out",
    "away/secret.txt",
    "nowhere",
  ],
  ...["loop", "a.txt/x", "../outside/secret.txt", "/etc/passwd", "a\0b", "", "\ud800", "x".repeat(5000)],
];

/** As an entry of `files`: what read_file answers for that path alone. */
async function readAlone(toolkit: Toolkit, path: string, max_lines = 200): Promise<unknown> {
  const outcome = await toolkit.readFile(path, { max_lines });
  if (outcome.status === "success") return outcome.data;
  const { kind, code, message } = outcome.error;
  return { kind, code, message };
}

function filesOf(outcome: Awaited<ReturnType<Toolkit["readFiles"]>>): ReadFilesOutput["files"] {
  if (outcome.status === "success") return outcome.data.files;
  throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
}

const withoutPath = (answer: ReadFilesOutput["files"][number]) => ("error" in answer ? answer.error : answer);

async function errorOf(toolkit: Toolkit, args: unknown, call = {}): Promise<string> {
  const outcome = await toolkit.invoke("read_files", args, call);
  return outcome.status === "success" ? "success" : `${outcome.error.code}: ${outcome.error.message}`;
}

const KEPT: { readonly name: string; readonly options: Partial<AgentToolkitOptions> }[] = paired(
  STRATEGIES,
  DIALECTS,
).map(([strategy, dialect]) => ({ name: `${strategy}, ${dialect}`, options: { strategy, dialect } }));

describe.each(KEPT)("read_files in a workspace kept by $name", ({ options }) => {
  const openToolkit = (more: Partial<AgentToolkitOptions> = {}) =>
    createAgentToolkit({ workspaceRoot: root, ...options, ...more });

  test("RM-01 answers for each path what read_file answers, in the order asked", async () => {
    using toolkit = openToolkit();
    const asked = [...GOOD, ...BAD].map((path, i, all) => all[(i * 7) % all.length] ?? path);
    expect(new Set(asked).size).toBe(GOOD.length + BAD.length);
    for (const max_lines of [1, 200]) {
      const alone: unknown[] = [];
      for (const path of asked) alone.push(await readAlone(toolkit, path, max_lines));
      for (const [start, end] of [
        [0, 12],
        [12, 24],
      ]) {
        const outcome = await toolkit.readFiles(asked.slice(start, end), { max_lines });
        expect(outcome).toMatchObject({ status: "success", data: { returned: 12 } });
        expect(filesOf(outcome).map(withoutPath)).toEqual(alone.slice(start, end));
      }
    }
  });

  test("RM-01, LK-04: one of each fault beside a good file hides nothing, and tells nothing of what is outside or denied", async () => {
    using toolkit = openToolkit();
    const faults = { none: "NOT_FOUND", sub: "NOT_FILE", binary: "BINARY_NOT_SUPPORTED", large: "SIZE_LIMIT_EXCEEDED" };
    const violations = ["server.pem", "key", "out", "away/secret.txt", "../outside/secret.txt"];
    const expected = { ...faults, ...Object.fromEntries(violations.map((path) => [path, "SANDBOX_VIOLATION"])) };
    for (const [path, code] of Object.entries(expected)) {
      const files = filesOf(await toolkit.readFiles(["a.txt", path, "src/b.ts"]));
      expect(files).toMatchObject([{ content: "one\ntwo\nthree\n" }, { path, error: { code } }, { content: "b" }]);
      expect(JSON.stringify(files[1])).not.toContain('"secret"');
    }
  });

  test("RM-01 names a path as read_file does; one that is no path as it was sent, on one line and shortened", async () => {
    using toolkit = openToolkit();
    const asked = ["./src//b.ts", join(root, "a.txt"), "./none/", "sub/..", "../x", "", "a\nb\0", "x".repeat(5000)];
    expect(filesOf(await toolkit.readFiles(asked)).map(({ path }) => path)).toEqual([
      ...["src/b.ts", "a.txt", "none", ".", "../x", "", "a\ufffdb\ufffd", `${"x".repeat(70)}…${"x".repeat(70)}`],
    ]);
  });

  test("RM-01 the same path twice is answered twice", async () => {
    using toolkit = openToolkit();
    const [first, failed, ...again] = filesOf(await toolkit.readFiles(["a.txt", "none", "a.txt", "none"]));
    expect(again).toEqual([first, failed]);
    expect(first).toEqual(await readAlone(toolkit, "a.txt"));
  });

  test("RM-01 a call in which every file fails is still an answer", async () => {
    using toolkit = openToolkit();
    const message = '"x" does not exist; the nearest existing folder is "."';
    const files = [{ path: "x", error: { kind: "ExecutionFailed", code: "NOT_FOUND", message } }];
    expect(await toolkit.readFiles(["x"])).toEqual({ status: "success", data: { files, returned: 1 } });
  });

  test("LK-01, LK-04: allowed folders hold for each path, also where the root is not allowed", async () => {
    using toolkit = openToolkit({ allowedRoots: ["src"] });
    const files = filesOf(await toolkit.readFiles(["src/b.ts", "a.txt", ".", "in"]));
    const error = { code: "SANDBOX_VIOLATION" };
    expect(files).toMatchObject([
      { content: "b" },
      { path: "a.txt", error },
      { path: ".", error },
      { path: "in", error },
    ]);
  });

  test("LK-03 reads a file that is named, also if it is hidden or ignored", async () => {
    const workspaceRoot = makeTree([
      "dir .git",
      "file .gitignore *.log\n",
      "file .env x=1",
      "file node_modules/a.log y",
    ]);
    using toolkit = openToolkit({ workspaceRoot });
    const files = filesOf(await toolkit.readFiles([".env", "node_modules/a.log"]));
    expect(files).toMatchObject([{ content: "x=1" }, { content: "y" }]);
  });

  test("LK-02 leaves no descriptor open, and holds few meanwhile", async () => {
    using toolkit = openToolkit();
    const paths = [...GOOD, ...BAD].slice(0, 20);
    await toolkit.readFiles(paths);
    const before = countDescriptors();
    for (let i = 0; i < (isThorough ? 20 : 3); i++) await toolkit.readFiles(paths);
    await Promise.all(Array.from({ length: isThorough ? 50 : 10 }, () => toolkit.readFiles(paths)));
    const controllers = Array.from({ length: isThorough ? 50 : 10 }, () => new AbortController());
    const calls = controllers.map(({ signal }) => toolkit.readFiles(paths, {}, { signal }));
    for (const controller of controllers) controller.abort();
    await Promise.all(calls);
    await new Promise((resolve) => setImmediate(resolve));
    expect(countDescriptors()).toBe(before);
  });
});

describe("the arguments of read_files", () => {
  test("RM-01 are 1 to 20 paths that are strings, and 1 to 500 lines", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const of = (paths: unknown, more = {}) => errorOf(toolkit, { paths, ...more });
    const many = (count: number) => Array.from({ length: count }, () => "a.txt");
    expect([await of(many(1)), await of(many(20)), await of(["a.txt"], { max_lines: 500 })]).toEqual(
      Array.from({ length: 3 }, () => "success"),
    );
    expect(await of([])).toBe("INVALID_ARGUMENT: paths must have 1 to 20 entries, not 0");
    expect(await of(many(21))).toBe("INVALID_ARGUMENT: paths must have 1 to 20 entries, not 21");
    expect(await errorOf(toolkit, {})).toBe("INVALID_ARGUMENT: paths is required");
    expect(await errorOf(toolkit, { path: "a.txt" })).toBe("INVALID_ARGUMENT: paths is required");
    expect(await of("a.txt")).toBe('INVALID_ARGUMENT: paths must be an array, not "a.txt"');
    expect(await of(["a.txt", 5])).toBe("INVALID_ARGUMENT: paths[1] must be a string, not 5");
    expect(await of([null])).toBe("INVALID_ARGUMENT: paths[0] must be a string, not null");
    expect(await of([["a.txt"]])).toBe("INVALID_ARGUMENT: paths[0] must be a string, not an array");
    for (const max_lines of [0, 501, 1.5])
      expect(await of(["a.txt"], { max_lines })).toBe(
        `INVALID_ARGUMENT: max_lines must be a whole number from 1 to 500, not ${max_lines}`,
      );
  });

  test("RM-01 an empty path is that file's error, and not the call's", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    expect(filesOf(await toolkit.readFiles(["", "src/b.ts"]))).toMatchObject([
      { path: "", error: { code: "INVALID_ARGUMENT", message: expect.stringContaining("path must not be empty") } },
      { path: "src/b.ts", content: "b" },
    ]);
  });

  test("options that throw, or are no options, are answered", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const trapped = Object.defineProperty({}, "max_lines", {
      enumerable: true,
      get: () => {
        throw new Error("trap");
      },
    });
    expect(await toolkit.readFiles(["a.txt"], trapped)).toMatchObject({ status: "failure" });
    expect(await toolkit.readFiles("a.txt" as never)).toMatchObject({ error: { code: "INVALID_ARGUMENT" } });
    expect(await toolkit.readFiles(["a.txt"], {}, { timeoutMs: -1 })).toMatchObject({ status: "failure" });
  });

  test("limits of the configuration: own ones for paths and lines, and the size of read_file", async () => {
    const tools = { read_files: { max_paths: 2, max_lines: 2 }, read_file: { max_lines: 1, max_file_bytes: 10 } };
    using toolkit = createAgentToolkit({ workspaceRoot: root, config: { tools } });
    expect(await errorOf(toolkit, { paths: ["in", "in", "in"] })).toContain("paths must have 1 to 2 entries, not 3");
    expect(await errorOf(toolkit, { paths: ["in"], max_lines: 3 })).toContain("from 1 to 2, not 3");
    expect(filesOf(await toolkit.readFiles(["a.txt", "in"]))).toMatchObject([
      { error: { code: "SIZE_LIMIT_EXCEEDED" } },
      { content: "b" },
    ]);
    using wider = createAgentToolkit({
      workspaceRoot: root,
      config: { tools: { ...tools, read_file: { max_lines: 1 } } },
    });
    expect(filesOf(await wider.readFiles(["a.txt"]))).toMatchObject([{ content: "one\ntwo", next_start_line: 3 }]);
  });
});

describe("the end of a call of read_files", () => {
  test("LK-01 is CANCELLED or TIMEOUT for the whole call", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const paths = Array.from({ length: 20 }, () => "a.txt");
    expect(await errorOf(toolkit, { paths }, { timeoutMs: 0 })).toMatch(/^TIMEOUT/);
    expect(await errorOf(toolkit, { paths }, { signal: AbortSignal.abort() })).toMatch(/^CANCELLED/);
    const controller = new AbortController();
    const running = errorOf(toolkit, { paths }, { signal: controller.signal });
    controller.abort();
    expect(await running).toMatch(/^CANCELLED/);
  });

  test.each(["CANCELLED", "TIMEOUT"])("LK-01 after %s no further file is read", async (code) => {
    const controller = new AbortController();
    const read: string[] = [];
    // Reads as read_file does; during the second file the call comes to its end.
    const readFile: typeof ToolCatalog.read_file = {
      ...ToolCatalog.read_file,
      readPart: async (request, node, scope) => {
        read.push(scope.path);
        if (read.length === 2 && code === "CANCELLED") controller.abort();
        if (read.length === 2 && code === "TIMEOUT") passedSeconds = 60;
        return ToolCatalog.read_file.readPart(request, node, scope);
      },
    };
    const context = createToolContext({ workspaceRoot: root });
    const tool = createSecureTool(context, createReadFilesTool(readFile));
    let passedSeconds = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passedSeconds * 1000);
    const outcome = await tool.invoke({ paths: ["a.txt", "in", "empty", "none"] }, { signal: controller.signal });
    clock.mockRestore();
    for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
    context.workspace.close();
    expect(outcome).toMatchObject({ status: "failure", error: { code } });
    expect(read).toEqual(["a.txt", "in"]);
  });

  test("a fault of the tool itself is the call's, with its cause for the owner", async () => {
    const cause = new Error("a bug");
    const readPart = () => Promise.reject(cause);
    const context = createToolContext({ workspaceRoot: root });
    const tool = createSecureTool(context, createReadFilesTool({ ...ToolCatalog.read_file, readPart }));
    expect(await tool.invoke({ paths: ["a.txt"] })).toMatchObject({
      status: "failure",
      error: { code: "INTERNAL", cause },
    });
    context.workspace.close();
  });

  test("LK-01 the policy decides once, by the name of the tool", async () => {
    const policy = { denylist: ["read_files"] };
    using denied = createAgentToolkit({ workspaceRoot: root, policy });
    expect(await errorOf(denied, { paths: 5 })).toMatch(/^POLICY_DENIED/);
    const requests: string[] = [];
    using asking = createAgentToolkit({
      workspaceRoot: root,
      policy: { mode: "deny", allowlist: ["read_files"] },
      approve: (asked) => {
        requests.push(...asked.map(({ summary }) => summary));
        return "all";
      },
    });
    expect(filesOf(await asking.readFiles(["in", "a.txt"]))).toHaveLength(2);
    expect(requests).toEqual([]);
  });

  test("EX-09 nobody is asked about a call none of whose files can be opened; the question tells how many there are", async () => {
    const requests: string[] = [];
    const context = createToolContext({
      workspaceRoot: root,
      approve: (asked) => {
        requests.push(...asked.map(({ summary }) => summary));
        return "all";
      },
    });
    const spec = createReadFilesTool(ToolCatalog.read_file);
    const tool = createSecureTool(context, { ...spec, traits: { ...spec.traits, requiresApproval: true } });
    for (const paths of [["server.pem"], ["../out", "server.pem"], ["none", "server.pem"]])
      expect((await tool.invoke({ paths })).status).not.toBe("success");
    expect(requests).toEqual([]);
    const many = Array.from({ length: 17 }, (_, index) => `${index}/${"n".repeat(60)}`);
    const answer = await tool.invoke({ paths: ["server.pem", "a.txt", ...many] });
    expect(answer).toMatchObject({ status: "success", data: { returned: 19 } });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/^Read 19 files \[lines 1-200\]: server.pem, a.txt, 0\/n/);
    expect(requests[0]?.length).toBeLessThanOrEqual(200);
    context.workspace.close();
  });

  test.skipIf(cannotRecordFs)("LK-04 a denied file is never opened", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const calls = await recordFsCalls(root, async () => void (await toolkit.readFiles(["server.pem", ".ssh/id"])));
    expect(calls.filter(({ args }) => /server|ssh/.test(String(args[0])))).toEqual([]);
  });
});

describe("what read_files tells about itself", () => {
  test("RM-01 the types of what goes in and comes out are the specified ones", () => {
    const input: IsSame<ReadFilesInput, { paths: readonly string[]; max_lines?: number }> = true;
    const file: ReadFilesOutput["files"][number] extends ReadFileOutput | { path: string; error: object }
      ? true
      : false = true;
    expect([input, file]).toEqual([true, true]);
  });
});
