// Who chooses the format, and what each surface makes of it. Needs a fresh build.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { answerAnthropicCalls } from "../../src/adapters/anthropic.ts";
import { answerGeminiCalls } from "../../src/adapters/gemini.ts";
import { answerChatCalls, answerResponsesCalls } from "../../src/adapters/openai.ts";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { listTools } from "../../src/mcp/tools.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import type { AnswerFormat } from "../../src/tools/found.ts";
import { porthole } from "../support/cli.ts";
import { ERAS, toHeaders, toInitialize, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file a.txt one\ntwo\n", "dir src"]);
const READ = { path: "a.txt" };
const TEXT = "a.txt lines 1-2 of 2, 8 bytes\none\ntwo\n";
const MISSING = 'error NOT_FOUND: "none" does not exist; the nearest existing folder is "."';
const call = (args: object = READ, name = "read_file") => ({ id: "1", name, arguments: { ...args } });
const formatOf = (content: string): AnswerFormat => (content.startsWith("{") ? "json" : "text");

describe("TX-01 the format", () => {
  test.each([
    ["json, if nobody says another", {}, "json"],
    ["what the option says", { format: "text" }, "text"],
    ["what the configuration says", { config: { tools: { format: "text" } } }, "text"],
    [
      "what the option says, also against the configuration",
      { format: "json", config: { tools: { format: "text" } } },
      "json",
    ],
  ] as const)("is %s", async (_, options, format) => {
    using toolkit = createAgentToolkit({ workspaceRoot, ...options });
    const { content } = await toolkit.execute(call());
    expect([toolkit.format, formatOf(content)]).toEqual([format, format]);
    expect(content).toBe(format === "text" ? TEXT : JSON.stringify((await toolkit.answer(call())).data));
  });

  test("is never chosen by a model, and one that is none is refused", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(formatOf((await toolkit.execute(call({ ...READ, format: "text" }))).content)).toBe("json");
    const wrong = () => createAgentToolkit({ workspaceRoot, format: "xml" as never });
    expect(wrong).toThrow('options.format must be one of json, text, not "xml"');
  });

  test("holds for every tool of the toolkit, for errors and for a batch", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot, format: "text" });
    const args: Record<string, object> = {
      read_files: { paths: ["a.txt"] },
      search_text: { pattern: "o" },
      read_file: READ,
    };
    const names = toolkit.tools().map(({ name }) => name);
    const calls = names.map((name) => ({ id: name, name, arguments: { path: ".", ...args[name] } }));
    const answers = await toolkit.answerBatch([...calls, call({ path: "none" })]);
    expect(answers.map(({ content, format, is_error }) => [content, format, is_error])).toEqual([
      [". 2 entries, limit 200\na.txt 8\nsrc/", "text", false],
      ['"**" in .: 1 path\na.txt', "text", false],
      [TEXT, "text", false],
      [`1 file, each after a === line; read_file with start_line goes on\n=== ${TEXT}`, "text", false],
      ['"o" in .: 2 lines, 1 file; searched 1 file, 8 bytes\na.txt\n1:1:one\n2:3:two', "text", false],
      ["./ 1 directory below; files not shown\n  src/", "text", false],
      [MISSING, "text", true],
    ]);
  });

  test("of a search speaks of new files only if one continues from the page before", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot, format: "text" });
    const args = { pattern: "o", max_results: 1 };
    const first = await toolkit.invoke("search_text", args);
    const { next } = first.status === "success" ? (first.data as { next: string }) : { next: "" };
    const pages = [args, { ...args, after: next }].map((one) => toolkit.execute(call(one, "search_text")));
    expect((await Promise.all(pages)).map(({ content }) => content.split(";", 1))).toEqual([
      ['"o" in .: 1 line, 1 file'],
      ['"o" in .: 1 line, 0 new files'],
    ]);
  });

  test("changes nothing for list_directory of the Gemini dialect, or for data", async () => {
    const see = async (format: AnswerFormat) => {
      using toolkit = createAgentToolkit({ workspaceRoot, dialect: "gemini", format });
      const listed = await toolkit.execute(call({ path: workspaceRoot }, "list_directory"));
      return [listed.content, await toolkit.tree("src"), await toolkit.invoke("read_file", READ)];
    };
    expect(await see("text")).toEqual(await see("json"));
  });

  test("of a tool of the owner's is text where it has a text form", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot, format: "text" });
    const own = (name: string) => ({
      definition: { name, description: "Own.", parameters: { type: "object" as const, properties: {}, required: [] } },
      traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" as const },
      parse: () => ({ path: "." }),
      summarize: () => name,
      run: () => ({ value: 1 }),
    });
    toolkit.register(own("plain"));
    toolkit.register({ ...own("written"), toTextForm: ({ value }) => `value ${value}` });
    const see = async (name: string) => {
      const { content, format } = await toolkit.answer(call({}, name));
      return [content, format];
    };
    expect([await see("plain"), await see("written")]).toEqual([
      ['{"value":1}', "json"],
      ["value 1", "text"],
    ]);
  });
});

describe("TX-01 on the command line", () => {
  const config = join(
    makeTree(['file c.toml [tools]\nformat = "text"\n', 'file j.toml [tools]\nformat = "json"\n']),
    "c.toml",
  );
  const jsonConfig = config.replace("c.toml", "j.toml");
  const run = (...words: string[]) => porthole(workspaceRoot, words).stdout;

  test("porthole call answers in JSON unless --format or the configuration says another", () => {
    const read = (...more: string[]) => run("call", "read_file", JSON.stringify(READ), ...more);
    expect(formatOf(read())).toBe("json");
    expect([read("--format", "text"), read("--config", config)]).toEqual([`${TEXT}\n`, `${TEXT}\n`]);
    expect(formatOf(read("--config", config, "--format", "json"))).toBe("json");
    expect(porthole(workspaceRoot, ["call", "tree", "{}", "--format", "xml"])).toMatchObject({
      status: 2,
      stderr: 'porthole: --format must be json or text, not "xml"\n',
    });
  });

  test("porthole call --jsonl has text in its lines, also for a line that is no call", () => {
    const input = `${JSON.stringify(call())}\nnot json\n`;
    const { stdout } = porthole(workspaceRoot, ["call", "--jsonl", "--format", "text"], { input });
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { tool_call_id: "1", is_error: false, content: TEXT },
      { tool_call_id: null, is_error: true, content: "error INVALID_ARGUMENT: the message is not JSON" },
    ]);
  });

  test("--json of the commands for people stays JSON", () => {
    for (const words of [["tree"], ["ls"], ["read", "a.txt"], ["find", "*"], ["search", "o"]])
      expect([words, formatOf(run(...words, "--json", "--config", config))]).toEqual([words, "json"]);
  });

  const serve = (...more: string[]) => {
    const messages = [
      toInitialize(1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      toMessage("legacy", 2, "tools/list"),
      toMessage("legacy", 3, "tools/call", { name: "read_file", arguments: READ }),
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
    const { stdout } = porthole(workspaceRoot, ["mcp", ".", ...more], { input });
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const result = (id: number) => results.find((message) => message.id === id).result;
    const hasSchemas = result(2).tools.map((tool: object) => "outputSchema" in tool);
    return { format: formatOf(result(3).content[0].text), hasData: "structuredContent" in result(3), hasSchemas };
  };
  const ALL = Array.from({ length: 6 }, () => true);
  const IN_TEXT = { format: "text", hasData: false, hasSchemas: ALL.map(() => false) };
  const IN_JSON = { format: "json", hasData: true, hasSchemas: ALL };

  test("TX-07 porthole mcp answers in text unless --format or the configuration says another", () => {
    expect([serve(), serve("--format", "text", "--config", jsonConfig)]).toEqual([IN_TEXT, IN_TEXT]);
    expect([serve("--format", "json"), serve("--config", jsonConfig)]).toEqual([IN_JSON, IN_JSON]);
  });

  test("TX-07 porthole tools --format mcp lists what porthole mcp lists", () => {
    const list = (...more: string[]) => run("tools", "--format", "mcp", ...more).includes("outputSchema");
    expect([list(), list("--config", config), list("--config", jsonConfig)]).toEqual([false, false, true]);
  });
});

describe("TX-07 MCP from a program", () => {
  test.each(ERAS)("has neither schemas nor data in text, for errors neither: %s", async (era) => {
    for (const format of ["json", "text"] as const) {
      using toolkit = createAgentToolkit({ workspaceRoot, format });
      const server = await serveMcpHttp({ toolkit, version: "1", log: () => {} });
      const ask = async (method: string, params: object = {}) => {
        const headers = toHeaders(era, server.token, method, params);
        const body = JSON.stringify(toMessage(era, 1, method, params));
        const wire = await (await fetch(server.url, { method: "POST", headers, body })).text();
        return JSON.parse(/^data: (.*)$/m.exec(wire)?.[1] ?? wire).result;
      };
      try {
        const { tools } = await ask("tools/list");
        const read = await ask("tools/call", { name: "read_file", arguments: READ });
        const failed = await ask("tools/call", { name: "read_file", arguments: { path: "none" } });
        const isText = format === "text";
        expect(tools.every((tool: object) => "outputSchema" in tool === !isText)).toBe(true);
        expect(["structuredContent" in read, "structuredContent" in failed]).toEqual([!isText, false]);
        expect(failed.isError).toBe(true);
        const texts = [read, failed].map(({ content }) => content[0].text);
        if (isText) expect(texts).toEqual([TEXT, MISSING]);
        else expect(texts.map(formatOf)).toEqual(["json", "json"]);
      } finally {
        await server.close();
      }
    }
  });

  test("lists the same tools in both, but for their schemas", () => {
    using json = createAgentToolkit({ workspaceRoot });
    using text = createAgentToolkit({ workspaceRoot, format: "text" });
    expect(listTools(text)).toEqual(listTools(json).map(({ outputSchema: _, ...tool }) => tool));
  });

  test("refuses a toolkit that does not say its format", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    const { format: _, ...rest } = toolkit;
    await expect(serveMcpHttp({ toolkit: rest as never })).rejects.toThrow("toolkit must be an object");
  });
});

describe("TX-01 the adapters", () => {
  test("pass text on as it is, errors included", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot, format: "text" });
    const asked = [READ, { path: "none" }];
    const json = asked.map((args) => JSON.stringify(args));
    const chat = json.map((args, id) => ({ id: `${id}`, function: { name: "read_file", arguments: args } }));
    expect((await answerChatCalls(toolkit, chat)).map(({ content }) => content)).toEqual([TEXT, MISSING]);
    const items = json.map((args, id) => ({
      type: "function_call" as const,
      call_id: `${id}`,
      name: "read_file",
      arguments: args,
    }));
    expect((await answerResponsesCalls(toolkit, items)).map(({ output }) => output)).toEqual([TEXT, MISSING]);
    const blocks = asked.map((input, id) => ({ type: "tool_use" as const, id: `${id}`, name: "read_file", input }));
    expect(await answerAnthropicCalls(toolkit, blocks)).toEqual([
      { type: "tool_result", tool_use_id: "0", content: TEXT },
      { type: "tool_result", tool_use_id: "1", content: MISSING, is_error: true },
    ]);
    const parts = await answerGeminiCalls(
      toolkit,
      asked.map((args) => ({ name: "read_file", args })),
    );
    expect(parts.map(({ functionResponse }) => functionResponse.response)).toEqual([
      { output: TEXT },
      { error: MISSING },
    ]);
    const { read_file: tool } = toAiSdkTools(toolkit);
    const messages: object[] = [];
    const outputs = asked.map(async (args, id) => {
      const output = await tool?.execute(args, { toolCallId: `${id}`, messages });
      return output && tool?.toModelOutput({ output });
    });
    expect(await Promise.all(outputs)).toEqual([
      { type: "text", value: TEXT },
      { type: "error-text", value: MISSING },
    ]);
  });
});
