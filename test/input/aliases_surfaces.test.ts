// Where arguments of other tools are understood, and what the owner learns of it: records, events, approval requests, cursors. Needs a fresh
// build for the command line.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { answerAnthropicCalls } from "../../src/adapters/anthropic.ts";
import { answerGeminiCalls } from "../../src/adapters/gemini.ts";
import { answerChatCalls } from "../../src/adapters/openai.ts";
import type { ExecuteContext, ToolEvent } from "../../src/call/types.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { keepRecords } from "../support/audits.ts";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const MANY = `file many.txt ${Array.from({ length: 20 }, (_, index) => `Line ${index + 1}\n`).join("")}`;
const workspaceRoot = makeTree([MANY, ...["file a.ts A", "file b.ts A", "file c.ts A", "file .env x"]]);
const GEMINI = { name: "gemini-cli-mcp-client", version: "0.61.0" };

function open(options: Partial<AgentToolkitOptions> = {}) {
  return createAgentToolkit({ workspaceRoot, defaults: "agent", format: "text", ...options });
}

const call = (name: string, args: object) => ({ id: "1", name, arguments: { ...args } });

describe("LK-11 the record", () => {
  async function recordOf(name: string, args: object, context: ExecuteContext = {}) {
    const { audit, take } = keepRecords();
    using toolkit = open({ audit });
    await toolkit.execute(call(name, args), context);
    return take();
  }

  test("has the arguments by our names, and what was sent otherwise", async () => {
    expect(await recordOf("read_file", { path: "many.txt", offset: 3, limit: 9000 })).toMatchObject({
      arguments: { path: "many.txt", start_line: 3, max_lines: 500 },
      sent: { offset: 3, limit: 9000 },
      opened: ["many.txt"],
      success: true,
    });
    const own = await recordOf("read_file", { path: "many.txt" });
    expect(own.arguments).toEqual({ path: "many.txt" });
    expect(own).not.toHaveProperty("sent");
  });

  test("has what the client added, and the path of a call that was refused", async () => {
    expect(await recordOf("tree", { path: ".", wait_for_previous: true }, { client: GEMINI })).toMatchObject({
      arguments: { path: "." },
      sent: { wait_for_previous: true },
      success: true,
    });
    expect(await recordOf("read_file", { file_path: ".env" })).toMatchObject({
      arguments: { path: ".env" },
      sent: { file_path: ".env" },
      refused: [{ path: ".env", code: "SANDBOX_VIOLATION" }],
    });
  });

  test("has the arguments as they were sent if they could not be read", async () => {
    const record = await recordOf("read_file", { file_path: "a.ts", all: true });
    expect(record).toMatchObject({ arguments: { file_path: "a.ts", all: true }, code: "INVALID_ARGUMENT" });
    expect(record).not.toHaveProperty("sent");
  });

  test("says that long ones are cut, and a call as a function has it too", async () => {
    const long = "x".repeat(5000);
    const record = await recordOf("search_text", { query: long });
    expect(record.arguments_cut).toBe(true);
    expect(JSON.stringify(record.sent).length).toBeLessThan(2200);
    const { audit, take } = keepRecords();
    using toolkit = open({ audit });
    const admission = await toolkit.readFile.admit({ file_path: "a.ts" });
    await admission.run();
    expect(take()).toMatchObject({ arguments: { path: "a.ts" }, sent: { file_path: "a.ts" } });
    await toolkit.invoke("read_file", { file_path: "b.ts" });
    expect(take()).toMatchObject({ arguments: { path: "b.ts" }, sent: { file_path: "b.ts" } });
  });
});

describe("LK-11 the events of a call", () => {
  async function eventsOf(name: string, args: object, options: Partial<AgentToolkitOptions> = {}) {
    const events: ToolEvent[] = [];
    using toolkit = open(options);
    await toolkit.execute(call(name, args), { client: GEMINI, on_event: (event) => events.push(event) });
    return events;
  }

  test("have both forms, and the path by our name", async () => {
    const args = { file_path: "a.ts", limit: 1, wait_for_previous: false };
    const own = { path: "a.ts", arguments: { path: "a.ts", max_lines: 1 }, sent: args };
    const events = await eventsOf("read_file", args);
    expect(events).toMatchObject([
      { type: "started", ...own },
      { type: "completed", ...own, is_error: false },
    ]);
    expect(events.map((event) => "unknown_arguments" in event)).toEqual([false, false]);
  });

  test("have the names that were refused, and in the library's own defaults those that were ignored", async () => {
    const args = { path: "a.ts", offset: 2, all: true };
    const [, refused] = await eventsOf("read_file", args);
    expect(refused).toMatchObject({ is_error: true, unknown_arguments: ["all"], arguments: args });
    const [, ignored] = await eventsOf("read_file", args, { defaults: "specified" });
    expect(ignored).toMatchObject({ is_error: false, unknown_arguments: ["offset", "all"], arguments: args });
    expect(ignored).not.toHaveProperty("sent");
  });
});

describe("LK-11 in the library's own defaults", () => {
  test("nothing is renamed or refused, for any client", async () => {
    using toolkit = open({ defaults: "specified" });
    const see = async (args: object) => (await toolkit.execute(call("read_file", args), { client: GEMINI })).content;
    expect(await see({ path: "many.txt", offset: 9, limit: 1, wait_for_previous: true })).toBe(
      await see({ path: "many.txt" }),
    );
    expect(await see({ file_path: "a.ts" })).toContain("path is required");
  });
});

describe("LK-11 an approval request", () => {
  test("describes the call by our names", async () => {
    using toolkit = open();
    const admission = await toolkit.readFile.admit({ file_path: "many.txt", offset: 5, limit: 2 });
    expect(admission.summarize()).toBe("Read many.txt [lines 5-6]");
    const { text } = await admission.answer(10_000);
    expect(text).toContain('read as path "many.txt", start_line 5, max_lines 2\nmany.txt lines 5-6 of 20');
  });
});

describe("LK-11 a cursor", () => {
  test.each(["list_files", "search_text"])("of %s goes on under either naming", async (name) => {
    using toolkit = open({ format: "json" });
    const foreign = { query: name === "list_files" ? "*.ts" : "A", maxResults: 1, dir_path: "." };
    const own = { pattern: foreign.query, max_results: 1, path: "." };
    const next = async (args: object) => JSON.parse((await toolkit.execute(call(name, args))).content).next;
    const first = await next(foreign);
    expect(typeof first).toBe("string");
    expect(await next(own)).toBe(first);
    const second = await next({ ...own, after: first });
    expect(await next({ ...foreign, after: first })).toBe(second);
    expect([typeof second, second === first]).toEqual(["string", false]);
    expect(await next({ ...foreign, after: second })).toBe(null);
  });
});

describe("LK-11 every surface of a toolkit with the defaults for agents", () => {
  const args = { file_path: "many.txt", offset: 2, limit: 1 };
  const answer =
    'read as path "many.txt", start_line 2, max_lines 1\nmany.txt lines 2-2 of 20, 151 bytes; next start_line 3\nLine 2';

  test("answers the same: execute, a batch, the adapters", async () => {
    using toolkit = open();
    expect((await toolkit.execute(call("read_file", args))).content).toBe(answer);
    expect((await toolkit.executeBatch([call("read_file", args)])).map(({ content }) => content)).toEqual([answer]);
    const json = JSON.stringify(args);
    const chat = await answerChatCalls(toolkit, [{ id: "1", function: { name: "read_file", arguments: json } }]);
    const anthropic = await answerAnthropicCalls(toolkit, [
      { type: "tool_use", id: "1", name: "read_file", input: args },
    ]);
    const gemini = await answerGeminiCalls(toolkit, [{ id: "1", name: "read_file", args }]);
    const tools = toAiSdkTools(toolkit);
    const sdk = await tools.read_file?.execute?.(args, { toolCallId: "1", messages: [] } as never);
    for (const told of [chat, anthropic, gemini, sdk])
      expect(JSON.stringify(told)).toContain(JSON.stringify(answer).slice(1, -1));
  });

  test("has read_as in the data of our own tools, in both formats and as functions", async () => {
    for (const format of ["text", "json"] as const) {
      using toolkit = open({ format });
      const found = { paths: ["a.ts"], returned: 1, read_as: { pattern: "a.ts" } };
      expect((await toolkit.answer(call("list_files", { query: "a.ts" }))).data).toMatchObject(found);
      expect(await toolkit.invoke("list_files", { query: "a.ts" })).toMatchObject({ status: "success", data: found });
    }
    using toolkit = open();
    expect((await toolkit.answer(call("read_file", args))).data).not.toHaveProperty("read_as");
  });

  test("and so do porthole call and porthole call --jsonl", () => {
    // Bun would read `.env` of its current folder.
    const root = makeTree([MANY]);
    const run = (words: readonly string[], input?: string) =>
      porthole(root, words, input === undefined ? {} : { input }).stdout;
    expect(run(["call", "read_file", JSON.stringify(args), "--format", "text"])).toBe(`${answer}\n`);
    const lines = [call("read_file", args), call("read_file", { path: "a.ts", wait_for_previous: true })];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const results = run(["call", "--jsonl", "--format", "text"], input);
    expect(results.split("\n", 2).map((line) => JSON.parse(line).content)).toEqual([
      answer,
      'error INVALID_ARGUMENT: read_file has no argument "wait_for_previous"; it has path, start_line, max_lines',
    ]);
    expect(JSON.parse(run(["call", "search_text", '{"pattern":"line 3$","-i":true}']))).toMatchObject({
      matched_lines: 1,
      read_as: { ignore_case: true },
    });
  });

  test("under a prefix, errors name the tool as the model knows it", async () => {
    using toolkit = open({ format: "json" });
    const see = async (given: object) =>
      (await toolkit.execute(call("fs_read_file", given), { tool_prefix: "fs" })).content;
    expect(await see({ path: "a.ts", offset: 2 })).toContain(
      'fs_read_file has no argument \\"offset\\"; use start_line',
    );
    expect(await see({ path: "a.ts", all: 2 })).toContain('fs_read_file has no argument \\"all\\"; it has path');
  });

  test("leaves list_directory of the Gemini dialect as it is, and tools of the owner", async () => {
    using toolkit = open({ dialect: "gemini" });
    const see = async (name: string, given: object, client?: typeof GEMINI) =>
      (await toolkit.execute(call(name, given), { client })).content;
    const listed = await see("list_directory", { path: workspaceRoot, ignore: ["*.ts"] });
    expect(listed.startsWith(`Directory listing for ${workspaceRoot}:\n`)).toBe(true);
    expect(
      await see("list_directory", { path: workspaceRoot, ignore: ["*.ts"], wait_for_previous: true }, GEMINI),
    ).toBe(listed);
    toolkit.register({
      definition: { name: "own", description: "", parameters: { type: "object", properties: {}, required: [] } },
      traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
      parse: (given) => ({ path: ".", given }),
      summarize: () => "",
      run: ({ given }) => given,
    });
    expect(await see("own", { file_path: "x", wait_for_previous: 1 }, GEMINI)).toBe('{"file_path":"x"}');
    expect(await see("own", { wait_for_previous: 1 })).toBe('{"wait_for_previous":1}');
  });
});
