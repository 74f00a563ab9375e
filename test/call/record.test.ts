// Every call leaves exactly one record, whichever way it comes, and nothing is served without one.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import type { Audit, AuditRecord } from "../../src/call/record.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { measureSafeJson } from "../../src/input/json_line.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { keepRecords } from "../support/audits.ts";
import { makePeek } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";

const FAILURE = "the record of calls cannot be written, so the call is not answered";
const TREE = [
  "file a/f one",
  "file a/g two",
  "symlink l a/f",
  "file .env SECRET=1",
  "dir .git",
  "file .gitignore dist/\nhidden",
  "file a/.gitignore *.log",
  "file dist/x x",
  "file hidden x",
];

function setUp(options: Partial<Omit<AgentToolkitOptions, "dialect">> = {}) {
  const { audit, kept, take } = keepRecords();
  const toolkit = createAgentToolkit({
    workspaceRoot: makeTree(TREE),
    defaults: "agent",
    audit,
    ...options,
    dialect: "forge",
  });
  return { toolkit, kept, take, [Symbol.dispose]: () => toolkit.close() };
}

const read = { id: "1", name: "read_file", arguments: { path: "a/f" } };

function addWriter(toolkit: ReturnType<typeof createAgentToolkit>) {
  toolkit.register({
    definition: { name: "write", description: "", parameters: { type: "object", properties: {}, required: [] } },
    traits: { isSideEffecting: true, requiresApproval: false, riskLevel: "medium" },
    parse: () => ({ path: "." }),
    summarize: () => "Write",
    run: () => "written",
  });
}

describe("a record", () => {
  test("says who called what, what was opened, and how it ended", async () => {
    using at = setUp();
    const before = Date.now();
    const { content } = await at.toolkit.execute(read, { client: { name: "agent", version: "1.2" } });
    const { time, duration_ms, ...record } = at.take();
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(duration_ms).toBeGreaterThan(0);
    expect(record).toEqual({
      call_id: "1",
      client: { name: "agent", version: "1.2" },
      by: "agent",
      tool: "read_file",
      arguments: { path: "a/f" },
      opened: ["a/f"],
      success: true,
      code: null,
      answer_bytes: Buffer.byteLength(content),
      estimated_tokens: Math.ceil(Buffer.byteLength(content) / 4),
    } satisfies Omit<AuditRecord, "time" | "duration_ms">);
  });

  test("comes with the string that the model gets, in the form that was asked for", async () => {
    using at = setUp();
    const json = await at.toolkit.execute(read);
    const text = await at.toolkit.execute(read, { format: "text" });
    expect(text.content).not.toBe(json.content);
    expect(at.kept.map(({ content }) => content)).toEqual([json.content, text.content]);
  });

  test("names no client that did not introduce itself, and the owner only if the caller says so", async () => {
    using at = setUp();
    await at.toolkit.execute(read);
    expect(at.take()).toMatchObject({ client: null, by: "agent" });
    await at.toolkit.execute(read, { client: { name: "page" }, by: "owner" });
    expect(at.take()).toMatchObject({ client: { name: "page", version: null }, by: "owner" });
  });

  test("shows characters of a client's name that cannot be seen", async () => {
    using at = setUp();
    await at.toolkit.execute(read, { client: { name: "por\u200bt\u{e0041}hole\u001b", version: "\u3164" } });
    expect(at.take().client).toEqual({ name: "por\\u200bt\\u{e0041}hole\\x1b", version: "\\u3164" });
  });
});

describe("opened", () => {
  test("has the folders that were listed and the files that were opened, where they lie", async () => {
    using at = setUp();
    const call = async (name: string, args: object) => {
      await at.toolkit.execute({ id: "1", name, arguments: { ...args } });
      return at.take().opened;
    };
    expect(await call("tree", { path: "." })).toEqual(["./", "a/"]);
    expect(await call("list_directory", { path: "a" })).toEqual(["a/"]);
    expect(await call("list_files", {})).toEqual(["./", "a/"]);
    expect(await call("read_file", { path: "l" })).toEqual(["a/f"]);
    expect(await call("search_text", { pattern: "o" })).toEqual(["./", "a/", "a/f", "a/g"]);
    expect(await call("read_files", { paths: ["a/g", "l", "a/g"] })).toEqual(["a/g", "a/f"]);
  });

  test("is empty for what was refused, and has the folder in which a name was looked for", async () => {
    using at = setUp();
    for (const path of [".env", "../x", "a"]) {
      await at.toolkit.execute({ ...read, arguments: { path } });
      expect(at.take().opened).toEqual([]);
    }
    await at.toolkit.execute({ ...read, arguments: { path: "a/h" } });
    expect(at.take().opened).toEqual(["a/"]);
  });

  test("has what a tool of the owner's reads from a folder", async () => {
    using at = setUp();
    at.toolkit.register({
      definition: { name: "own", description: "", parameters: { type: "object", properties: {}, required: [] } },
      traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
      parse: () => ({ path: "a" }),
      summarize: () => "",
      run: async (_request, node, { clock }) => {
        if (node.kind !== "directory") throw new Error("no folder");
        for (const name of ["f", "none"]) {
          const child = await node.openChildFile(name, 100, clock);
          if (child.fault === null) child.content.close();
        }
        return "";
      },
    });
    await at.toolkit.execute({ id: "1", name: "own", arguments: {} });
    expect(at.take().opened).toEqual(["a/f"]);
  });

  test("ends after a hundred, and says how many more there were", async () => {
    const lines = Array.from({ length: 130 }, (_, index) => `file d/${index} x`);
    using at = setUp({ workspaceRoot: makeTree(lines) });
    await at.toolkit.execute({ id: "1", name: "search_text", arguments: { pattern: "x", max_results: 1000 } });
    const { opened, opened_more } = at.take();
    expect([opened.length, opened_more]).toEqual([100, 32]);
  });
});

describe("paths that a call for several was refused", () => {
  test("are in the record of a call that succeeds", async () => {
    using at = setUp();
    await at.toolkit.execute({ id: "1", name: "read_files", arguments: { paths: ["a/f", ".env", "none", "../x"] } });
    expect(at.take()).toMatchObject({
      success: true,
      opened: ["a/f", "./"],
      refused: [
        { path: ".env", code: "SANDBOX_VIOLATION" },
        { path: "../x", code: "SANDBOX_VIOLATION" },
      ],
    });
  });
});

describe("exactly one record", () => {
  test("of each call, whichever way it comes", async () => {
    using at = setUp();
    const { toolkit } = at;
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      execute: () => toolkit.execute(read),
      answer: () => toolkit.answer(read),
      executeBatch: () => toolkit.executeBatch([read]),
      answerBatch: () => toolkit.answerBatch([read]),
      invoke: () => toolkit.invoke("read_file", { path: "a/f" }),
      function: () => toolkit.readFile("a/f"),
      "function.invoke": () => toolkit.readFile.invoke({ path: "a/f" }),
      "admit, run": async () => (await toolkit.readFile.admit({ path: "a/f" })).run(),
      "admit, answer": async () => (await toolkit.readFile.admit({ path: "a/f" })).answer(1000),
    };
    for (const [way, go] of Object.entries(ways)) {
      await go();
      expect([way, at.take()]).toMatchObject([
        way,
        { tool: "read_file", arguments: { path: "a/f" }, opened: ["a/f"], success: true },
      ]);
    }
  });

  test("of a tool that is made from a context", async () => {
    const { audit, take } = keepRecords();
    const context = createToolContext({ workspaceRoot: makeTree(["file f x"]), audit });
    using _ = context.workspace;
    await createSecureTool(context, makePeek([]))("f", {}, { callId: "7", by: "owner", client: { name: "me" } });
    expect(take()).toMatchObject({ call_id: "7", by: "owner", client: { name: "me" }, tool: "peek", success: true });
  });

  test("of each call in a batch, in order", async () => {
    using at = setUp();
    const { arguments: args } = read;
    const calls = ["a", "b", "b"].map((id) => ({ id, name: id === "a" ? "read_file" : "none", arguments: args }));
    await at.toolkit.executeBatch(calls);
    expect(at.kept.map(({ record }) => [record.call_id, record.code])).toEqual([
      ["a", null],
      ["b", "UNKNOWN_TOOL"],
      ["b", "DUPLICATE_TOOL_CALL_ID"],
    ]);
  });

  test("of resources and completions", async () => {
    using at = setUp();
    const { resources } = at.toolkit;
    await resources.read({ id: "1", uri: "porthole:///a/f" });
    expect(at.take()).toMatchObject({ tool: "resources/read", opened: ["a/f"], answer_bytes: 3 });
    await resources.list({ id: "2" });
    expect(at.take()).toMatchObject({ tool: "resources/list", opened: ["./", "a/"] });
    await resources.complete({ id: "3", path: "a/" });
    expect(at.take()).toMatchObject({ tool: "completion/complete", opened: ["./", "a/"] });
  });

  test("of marks", async () => {
    using at = setUp();
    await at.toolkit.marks.list({ id: "1", path: "a" }, { by: "owner" });
    expect(at.take()).toMatchObject({ tool: "marks/list", by: "owner", opened: ["a/"], success: true });
    await at.toolkit.marks.list({ id: "2", path: "../x" }, { by: "owner" });
    expect(at.take()).toMatchObject({ tool: "marks/list", code: "SANDBOX_VIOLATION" });
  });

  test("of explain, as the owner's, though it asks every tool", async () => {
    using at = setUp();
    const explanation = await at.toolkit.explain("l", { client: { name: "page" } });
    expect(at.kept[0]?.content).toBe(JSON.stringify(explanation));
    expect(at.take()).toMatchObject({
      tool: "explain",
      by: "owner",
      client: { name: "page" },
      arguments: { path: "l" },
      opened: ["./", "a/f"],
    });
  });

  test("of each run of an admission, and none of one that is released", async () => {
    using at = setUp();
    (await at.toolkit.readFile.admit({ path: "a/f" })).release();
    expect(at.kept).toEqual([]);
    const admission = await at.toolkit.readFile.admit({ path: "a/f" });
    await admission.run();
    await admission.run();
    expect(at.kept.map(({ record }) => record.opened)).toEqual([["a/f"], ["a/f"]]);
  });
});

describe("a refusal is recorded [promise record]", () => {
  test.each([
    ["POLICY_DENIED", { policy: { enabled: false } }, read],
    ["POLICY_DENIED", { policy: { denylist: ["read_file"] } }, read],
    ["UNKNOWN_TOOL", {}, { ...read, name: "none" }],
    ["INVALID_ARGUMENT", {}, { ...read, arguments: { path: 7 } }],
    ["INVALID_ARGUMENT", {}, { ...read, arguments: "text" }],
    ["INVALID_ARGUMENT", {}, { ...read, id: "" }],
    ["SANDBOX_VIOLATION", {}, { ...read, arguments: { path: ".env" } }],
    ["NOT_FOUND", {}, { ...read, arguments: { path: "none" } }],
    ["OUTPUT_BUDGET_TOO_SMALL", { maxOutputBytes: 20 }, read],
    ["TIMEOUT", { timeoutMs: 0 }, read],
  ])("%s", async (code, options, call) => {
    using at = setUp(options);
    const { content } = await at.toolkit.execute(call as typeof read);
    expect(at.kept[0]?.content).toBe(content);
    expect(at.take()).toMatchObject({ success: false, code, tool: call.name, arguments: call.arguments });
  });

  test("of a call that was cancelled, of a context that is wrong, of a batch that is none", async () => {
    using at = setUp();
    await at.toolkit.execute(read, { signal: AbortSignal.abort() });
    expect(at.take()).toMatchObject({ code: "CANCELLED", tool: "read_file" });
    await at.toolkit.execute(read, { by: "somebody" as never, client: { name: "me" } });
    expect(at.take()).toMatchObject({ code: "INVALID_ARGUMENT", by: "agent", client: { name: "me" } });
    await at.toolkit.executeBatch(7 as never);
    expect(at.take()).toMatchObject({ code: "INVALID_ARGUMENT", call_id: null, tool: null, arguments: null });
  });

  test("of the functions and of admit", async () => {
    using at = setUp();
    await at.toolkit.readFile(".env");
    expect(at.take()).toMatchObject({ code: "SANDBOX_VIOLATION", arguments: { path: ".env" } });
    await at.toolkit.invoke("none", { a: 1 });
    expect(at.take()).toMatchObject({ code: "UNKNOWN_TOOL", tool: "none", arguments: { a: 1 } });
    await expect(at.toolkit.readFile.admit({ path: "../x" })).rejects.toThrow("outside");
    expect(at.take()).toMatchObject({ code: "SANDBOX_VIOLATION", arguments: { path: "../x" } });
    await at.toolkit.readFile("a/f", {}, { timeoutMs: "soon" as never });
    expect(at.take()).toMatchObject({ code: "INVALID_ARGUMENT" });
    await expect((await at.toolkit.readFile.admit({ path: "none" })).run()).rejects.toThrow("not exist");
    expect(at.take()).toMatchObject({ code: "NOT_FOUND", opened: ["./"] });
  });

  test("and what a person said who was asked", async () => {
    let says: "all" | "none" | "later" = "none";
    using at = setUp({ approve: () => says });
    addWriter(at.toolkit as never);
    const call = { id: "1", name: "write", arguments: {} };
    await at.toolkit.execute(call);
    expect(at.take()).toMatchObject({ code: "POLICY_DENIED", asked: "no" });
    await at.toolkit.invoke("write", {});
    expect(at.take()).toMatchObject({ code: "POLICY_DENIED", asked: "no" });
    says = "later";
    await at.toolkit.execute(call);
    expect(at.take()).toMatchObject({ code: "POLICY_DENIED", asked: "later" });
    await at.toolkit.invoke("write", {});
    expect(at.take()).toMatchObject({ code: "POLICY_DENIED", asked: "later" });
    says = "all";
    await at.toolkit.execute(call);
    expect(at.take()).toMatchObject({ success: true, asked: "yes" });
    using silent = setUp();
    addWriter(silent.toolkit as never);
    await silent.toolkit.execute(call);
    expect(silent.take()).not.toHaveProperty("asked");
  });
});

describe("a refused path stands in the record where it would lie", () => {
  test("however it was spelled; one outside is not named", async () => {
    const root = makeTree(TREE);
    using at = setUp({ workspaceRoot: root });
    const refused = [{ path: "a/.env", code: "SANDBOX_VIOLATION" }];
    for (const path of ["a/.env", "b/../a/.env", `${root}/a/.env`]) {
      await at.toolkit.execute({ ...read, arguments: { path } });
      expect(at.take()).toMatchObject({ code: "SANDBOX_VIOLATION", refused });
      await at.toolkit.readFile(path);
      expect(at.take()).toMatchObject({ refused });
    }
    await at.toolkit.resources.read({ id: "1", uri: "porthole:///a/.env" });
    expect(at.take()).toMatchObject({ tool: "resources/read", refused });
    await at.toolkit.execute({ ...read, arguments: { path: "../x" } });
    expect(at.take()).not.toHaveProperty("refused");
    await at.toolkit.execute({ ...read, arguments: { path: "none" } });
    expect(at.take()).not.toHaveProperty("refused");
  });
});

describe("what is not recorded is not served", () => {
  const throws: Audit = () => {
    throw new Error("disk full at /secret/place");
  };
  const rejects: Audit = async () => Promise.reject(new Error("disk full at /secret/place"));

  test.each(Object.entries({ throws, rejects }))(
    "if the audit %s, whichever way the call comes [promise record]",
    async (_, audit) => {
      using at = setUp({ audit });
      const { toolkit } = at;
      const failed = JSON.stringify({ error: { kind: "ExecutionFailed", code: "INTERNAL", message: FAILURE } });
      expect(await toolkit.execute(read)).toEqual({ tool_call_id: "1", content: failed, is_error: true });
      expect(await toolkit.answerBatch([read, { ...read, id: "2", name: "none" }])).toMatchObject([
        { content: failed, is_error: true, data: JSON.parse(failed) },
        { content: failed, is_error: true, data: JSON.parse(failed) },
      ]);
      const outcome = { status: "failure", error: { code: "INTERNAL", message: FAILURE } };
      expect(await toolkit.invoke("read_file", { path: "a/f" })).toMatchObject(outcome);
      expect(await toolkit.readFile("a/f")).toMatchObject(outcome);
      expect(await toolkit.readFile(".env")).toMatchObject(outcome);
      expect(await toolkit.resources.read({ id: "1", uri: "porthole:///a/f" })).toMatchObject(outcome);
      await expect(toolkit.explain("a/f")).rejects.toThrow(FAILURE);
      const admission = await toolkit.readFile.admit({ path: "a/f" });
      await expect(admission.run()).rejects.toThrow(FAILURE);
      await expect(admission.answer(1000)).rejects.toThrow(FAILURE);
    },
  );

  test("the event of such a call has the reason, for the owner", async () => {
    using at = setUp({ audit: throws });
    const errors: unknown[] = [];
    await at.toolkit.execute(read, {
      on_event: (event) => event.type === "completed" && errors.push(event.error?.cause),
    });
    expect(String(errors)).toContain("disk full");
  });

  test("an audit that never ends counts as one that failed, after the time that a call may take", async () => {
    using at = setUp({ audit: () => new Promise<void>(() => {}), timeoutMs: 50 });
    expect((await at.toolkit.execute(read)).content).toContain(FAILURE);
  });

  test("a call keeps its place until its record is kept, so that no more than 32 answers wait for one", async () => {
    let waiting = 0;
    const release: (() => void)[] = [];
    const audit = () => {
      waiting++;
      return new Promise<void>((resolve) => release.push(resolve));
    };
    using at = setUp({ audit });
    const calls = Array.from({ length: 40 }, (_, index) => at.toolkit.execute({ ...read, id: `${index}` }));
    while (waiting < 32) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(waiting).toBe(32);
    const timer = setInterval(() => release.splice(0).forEach((go) => void go()), 1);
    expect((await Promise.all(calls)).every(({ is_error }) => !is_error)).toBe(true);
    clearInterval(timer);
    expect(waiting).toBe(40);
  });
});

describe("a hostile call", () => {
  test("has a short record that is safe to print", async () => {
    using at = setUp();
    const long = "\u001b[31m\u2028\ud800x".repeat(200_000);
    await at.toolkit.execute({ id: long, name: long, arguments: {} }, { client: { name: long, version: long } });
    const record = at.take();
    for (const text of [record.call_id, record.tool, record.client?.name, record.client?.version]) {
      expect(text?.length).toBeLessThan(1000);
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Cs}]/u);
    }
  });

  test("with long arguments has them cut, and says so", async () => {
    using at = setUp();
    const path = "\u0000\u{1f600}".repeat(20_000);
    await at.toolkit.execute({ ...read, arguments: { path, list: Array.from({ length: 4000 }, () => "x") } as never });
    const record = at.take();
    expect(record.arguments_cut).toBe(true);
    expect(JSON.stringify(record.arguments).length).toBeLessThan(12_000);
    expect(String((record.arguments as { path: string }).path).isWellFormed()).toBe(true);
  });

  test("whose every field is as long as it can be has a line of less than 32 KiB", async () => {
    const name = "\u0001".repeat(240);
    const root = makeTree(Array.from({ length: 120 }, (_, index) => `file ${name}${index} x`));
    using at = setUp({ workspaceRoot: root, deniedPatterns: ["b*"] });
    const [long, bad] = ["\u2028".repeat(10_000), `b${"\u0001".repeat(239)}`];
    const paths = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? `${bad}${index}` : `${name}${index}`));
    // The record has them twice, as they were sent and by the tool's own names.
    const call = { id: long, name: "read_files", arguments: { files: paths.map((path) => ({ path })) } };
    await at.toolkit.execute(call, { client: { name: long, version: long } });
    const record = at.take();
    expect(record.refused).toHaveLength(10);
    expect(JSON.stringify(record.arguments).length).toBeGreaterThan(7000);
    expect(JSON.stringify(record.sent).length).toBeGreaterThan(1400);
    expect(JSON.stringify(record).length).toBeLessThan(32_768);
    await at.toolkit.execute({ id: long, name: "search_text", arguments: { pattern: "x", include: [long] } });
    expect(JSON.stringify(at.take()).length).toBeLessThan(32_768);
  });

  test.each(["\u2028", "\u009b", "\u202e"])(
    "of characters like %j, which are escaped in a file, too",
    async (character) => {
      const repeat = (bytes: number) => character.repeat(bytes / Buffer.byteLength(character));
      const names = Array.from({ length: 120 }, (_, index) => `${repeat(240)}${index}`);
      const root = makeTree([]);
      for (const name of names) writeFileSync(`${root}/${name}`, "x");
      using at = setUp({ workspaceRoot: root, defaults: "specified" });
      const long = repeat(12_000);
      const context = { client: { name: long, version: long } };
      const outside = names.slice(0, 19).map((name) => `../${name}`);
      for (const [name, args] of Object.entries({
        search_text: { pattern: "x", none: Array.from({ length: 20 }, () => long) },
        read_files: { paths: ["none", ...outside] },
        tree: { path: ".", none: Array.from({ length: 5000 }, (_, index) => -1.2345678901234567e-100 * (index + 1)) },
        list_files: { none: Array.from({ length: 5000 }, () => "") },
      })) {
        await at.toolkit.execute({ id: long, name, arguments: args as never }, context);
        expect([name, measureSafeJson(at.take()) < 32_768]).toEqual([name, true]);
      }
    },
  );

  test("whose arguments cannot be read has none", async () => {
    using at = setUp();
    const cycle: Record<string, unknown> = { path: "a/f" };
    cycle.self = cycle;
    const thrower = {
      get path() {
        throw new Error("no");
      },
    };
    for (const args of [{ path: 1n }, cycle, thrower, { path: "x".repeat(300_000) }]) {
      for (const name of ["read_file", "none"]) {
        await at.toolkit.execute({ id: "1", name, arguments: args as never });
        expect(at.take()).toMatchObject({ success: false, arguments: null, arguments_cut: true });
      }
    }
    await at.toolkit.readFile("a/f", thrower as never);
    expect(at.take()).toMatchObject({ code: "INTERNAL", arguments: null, arguments_cut: true });
  });

  test("is recorded as the gate saw it: its arguments are read once", async () => {
    using at = setUp();
    let reads = 0;
    const changing = {
      get path() {
        reads++;
        return reads === 1 ? "a/f" : ".env";
      },
    };
    const { content } = await at.toolkit.execute({ ...read, arguments: changing });
    expect(content).toContain("one");
    expect(at.take().arguments).toEqual({ path: "a/f" });
    expect(reads).toBe(1);
  });

  test("opens places with long names, and its record stays short", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `file ${"\u0001".repeat(200)}${index} x`);
    using at = setUp({ workspaceRoot: makeTree(lines) });
    await at.toolkit.execute({ id: "1", name: "search_text", arguments: { pattern: "x" } });
    const { opened, opened_more = 0 } = at.take();
    expect(JSON.stringify(opened).length).toBeLessThan(20_000);
    expect(opened.length + opened_more).toBe(31);
  });
});

describe("bytes of an answer", () => {
  test("of a resource that is not text are those of its blob, in the record and in the event", async () => {
    const root = makeTree([]);
    writeFileSync(`${root}/p.png`, Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(3000)]));
    using png = setUp({ workspaceRoot: root });
    const events: number[] = [];
    const outcome = await png.toolkit.resources.read(
      { id: "1", uri: "porthole:///p.png" },
      { on_event: (event) => event.type === "completed" && events.push(event.content_bytes) },
    );
    if (outcome.status !== "success" || !("blob" in outcome.data)) throw new Error("no blob");
    const bytes = outcome.data.blob.length;
    expect(bytes).toBe(4012);
    expect(png.take()).toMatchObject({ answer_bytes: bytes, estimated_tokens: 1003 });
    expect(events).toEqual([bytes]);
  });
});
