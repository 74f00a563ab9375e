import type { ChatCompletionMessage, ChatCompletionTool, ChatCompletionToolMessageParam } from "openai/resources/chat";
import type { FunctionTool, Response, ResponseInput, ResponseOutputItem } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { answerChatCalls, answerResponsesCalls, toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import type { ApprovalRequest } from "../../src/call/approval.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { addTouch, expected, makeToolkit, sortedDefinitions } from "./toolkits.ts";

const toCall = (id: string, name: string, args: unknown) => ({
  type: "function" as const,
  id,
  function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
});

const toItem = (call_id: string, name: string, args: unknown): ResponseOutputItem => ({
  type: "function_call",
  call_id,
  name,
  arguments: JSON.stringify(args),
});

const toMessage = (...tool_calls: NonNullable<ChatCompletionMessage["tool_calls"]>): ChatCompletionMessage => ({
  role: "assistant",
  content: null,
  refusal: null,
  tool_calls,
});

describe("the tools for OpenAI", () => {
  test("are the definitions to the letter, by name, in both shapes", () => {
    using toolkit = makeToolkit();
    const chat: ChatCompletionTool[] = toChatTools(toolkit);
    expect(JSON.stringify(chat)).toBe(
      JSON.stringify(sortedDefinitions().map((one) => ({ type: "function", function: { ...one, strict: false } }))),
    );
    const responses: FunctionTool[] = toResponsesTools(toolkit);
    expect(JSON.stringify(responses)).toBe(
      JSON.stringify(sortedDefinitions().map((one) => ({ type: "function", ...one, strict: false }))),
    );
  });

  test("are copies, which a program may change", () => {
    using toolkit = makeToolkit();
    for (const tool of toChatTools(toolkit)) Object.assign(tool.function.parameters.properties ?? {}, { path: null });
    expect(TOOL_DEFINITIONS.tree.parameters.properties.path.type).toBe("string");
    expect(JSON.stringify(toChatTools(toolkit))).not.toContain('"path":null');
  });

  test("are strict where they can be, and to the letter where they cannot", () => {
    using toolkit = makeToolkit();
    const free = { type: "object", additionalProperties: { type: "string" } };
    addTouch(toolkit, { labels: free });
    const tools = toChatTools(toolkit, { strict: true }).map((tool) => tool.function);
    expect(tools.map(({ name, strict }) => [name, strict])).toEqual([
      ["list_directory", true],
      ["list_files", true],
      ["read_file", true],
      ["read_files", true],
      ["search_text", true],
      ["touch", false],
      ["tree", true],
    ]);
    expect(tools.find(({ name }) => name === "touch")?.parameters).toEqual({
      type: "object",
      properties: { path: { type: "string" }, labels: free },
      required: ["path"],
    });
    expect(tools.at(-1)?.parameters.required).toEqual(Object.keys(TOOL_DEFINITIONS.tree.parameters.properties));
    expect(toResponsesTools(toolkit, { strict: true })).toEqual(tools.map((tool) => ({ type: "function", ...tool })));
  });
});

describe("answerChatCalls", () => {
  test("answers every call of a message in order, with what the executor says", async () => {
    using toolkit = makeToolkit();
    const message = toMessage(
      toCall("call_b", "read_file", { path: "README.md" }),
      toCall("call_a", "tree", { path: ".", max_depth: null, exclude: null }),
      toCall("call_c", "read_file", { path: "../secret" }),
      toCall("call_d", "write_file", {}),
    );
    const results: ChatCompletionToolMessageParam[] = await answerChatCalls(toolkit, message);
    expect(results).toEqual([
      { role: "tool", tool_call_id: "call_b", content: await expected(toolkit, "read_file", { path: "README.md" }) },
      { role: "tool", tool_call_id: "call_a", content: await expected(toolkit, "tree", { path: "." }) },
      { role: "tool", tool_call_id: "call_c", content: await expected(toolkit, "read_file", { path: "../secret" }) },
      { role: "tool", tool_call_id: "call_d", content: await expected(toolkit, "write_file", {}) },
    ]);
  });

  test("has nothing to say to a message without calls, nor to the calls of custom tools", async () => {
    using toolkit = makeToolkit();
    const text: ChatCompletionMessage = { role: "assistant", content: "Done.", refusal: null };
    expect(await answerChatCalls(toolkit, text)).toEqual([]);
    expect(await answerChatCalls(toolkit, { tool_calls: null })).toEqual([]);
    const custom = { type: "custom", id: "1", custom: { name: "shell", input: "ls" } } as const;
    const mixed = toMessage(custom, toCall("2", "tree", { path: "." }));
    expect((await answerChatCalls(toolkit, mixed)).map((result) => result.tool_call_id)).toEqual(["2"]);
  });

  test("takes a part of the calls, when a program has tools of its own", async () => {
    using toolkit = makeToolkit();
    const message = toMessage(toCall("1", "weather", {}), toCall("2", "tree", { path: "." }));
    const mine = message.tool_calls?.filter((call) => call.type === "function" && call.function.name !== "weather");
    expect((await answerChatCalls(toolkit, mine ?? [])).map((result) => result.tool_call_id)).toEqual(["2"]);
  });

  test("answers arguments that are no JSON, or no object, with an error, and goes on", async () => {
    using toolkit = makeToolkit();
    const texts = [
      '{"path": "REA',
      "[1]",
      '"README.md"',
      "null",
      "",
      "  ",
      '{"path":"README.md"}',
      "[".repeat(100_000),
    ];
    const results = await answerChatCalls(
      toolkit,
      toMessage(...texts.map((text, i) => toCall(`${i}`, "read_file", text))),
    );
    const said = results.map(({ content }) => JSON.parse(content).error?.message ?? "fine");
    expect(said).toEqual([
      'arguments must be an object, not "{\\"path\\": \\"REA"',
      "arguments must be an object, not an array",
      'arguments must be an object, not "README.md"',
      "path is required",
      "path is required",
      "path is required",
      "fine",
      said[7],
    ]);
    expect(said[7]).toContain("arguments must be an object, not ");
  });

  test("EX-19 answers the calls over the limit of a batch and repeated ids, each in its place", async () => {
    using toolkit = makeToolkit();
    const calls = Array.from({ length: 10 }, (_, i) => toCall(i === 3 ? "call_2" : `call_${i}`, "tree", { path: "." }));
    const results = await answerChatCalls(toolkit, toMessage(...calls));
    const fine = undefined;
    expect(results.map(({ tool_call_id, content }) => [tool_call_id, JSON.parse(content).error?.code])).toEqual([
      ["call_0", fine],
      ["call_1", fine],
      ["call_2", fine],
      ["call_2", "DUPLICATE_TOOL_CALL_ID"],
      ["call_4", fine],
      ["call_5", fine],
      ["call_6", fine],
      ["call_7", fine],
      ["call_8", "LIMIT_EXCEEDED"],
      ["call_9", "LIMIT_EXCEEDED"],
    ]);
  });

  test("runs calls that have no id, and gives back what it was given", async () => {
    using toolkit = makeToolkit();
    const calls = ["", "call_1", ""].map((id) => toCall(id, "read_file", { path: "README.md" }));
    const content = await expected(toolkit, "read_file", { path: "README.md" });
    expect(await answerChatCalls(toolkit, calls)).toEqual(
      ["", "call_1", ""].map((tool_call_id) => ({ role: "tool", tool_call_id, content })),
    );
  });

  test("EX-11 asks a person once for all calls of a message", async () => {
    const asked: (readonly ApprovalRequest[])[] = [];
    using toolkit = makeToolkit({
      approve: async (requests) => {
        asked.push(requests);
        return ["call_2"];
      },
    });
    addTouch(toolkit);
    const paths = ["README.md", "src/main.ts"];
    const results = await answerChatCalls(
      toolkit,
      toMessage(...paths.map((path, i) => toCall(`call_${i + 1}`, "touch", { path }))),
    );
    expect(asked.map((requests) => requests.map(({ callId, summary }) => [callId, summary]))).toEqual([
      [
        ["call_1", "Touch README.md"],
        ["call_2", "Touch src/main.ts"],
      ],
    ]);
    expect(JSON.parse(results[0]?.content ?? "").error.code).toBe("POLICY_DENIED");
    expect(results[1]?.content).toBe('touched {"path":"src/main.ts"}');
  });

  test("passes budgets, time limit and signal on", async () => {
    using toolkit = makeToolkit();
    addTouch(toolkit);
    const message = toMessage(toCall("1", "list_directory", { path: "." }));
    const codeWith = async (options: Parameters<typeof answerChatCalls>[2]) => {
      const [result] = await answerChatCalls(toolkit, message, options);
      return JSON.parse(result?.content ?? "").error?.code;
    };
    expect(await codeWith({ signal: AbortSignal.abort() })).toBe("CANCELLED");
    expect(await codeWith({ timeoutMs: 0 })).toBe("TIMEOUT");
    expect(await codeWith({ maxOutputBytes: -1 })).toBe("INVALID_ARGUMENT");
    expect(await codeWith({ signal: undefined, timeoutMs: undefined, maxOutputBytes: undefined })).toBe(undefined);
    for (const limit of ["maxOutputBytes", "availableCapacityBytes"]) {
      const [result] = await answerChatCalls(toolkit, message, { [limit]: 300 });
      expect(Buffer.byteLength(result?.content ?? "")).toBeLessThanOrEqual(300);
      expect(JSON.parse(result?.content ?? "").truncated).toBe(true);
    }
  });
});

describe("answerResponsesCalls", () => {
  test("answers the function calls of a response and leaves every other item alone", async () => {
    using toolkit = makeToolkit();
    const output: ResponseOutputItem[] = [
      { type: "reasoning", id: "rs_1", summary: [] },
      toItem("call_1", "read_file", { path: "README.md", start_line: null, max_lines: null }),
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } },
      toItem("call_2", "read_file", { path: "missing" }),
    ];
    const results = await answerResponsesCalls(toolkit, { output } satisfies Pick<Response, "output">);
    const input: ResponseInput = [...results];
    expect(input).toEqual([
      {
        type: "function_call_output",
        call_id: "call_1",
        output: await expected(toolkit, "read_file", { path: "README.md" }),
      },
      {
        type: "function_call_output",
        call_id: "call_2",
        output: await expected(toolkit, "read_file", { path: "missing" }),
      },
    ]);
    expect(await answerResponsesCalls(toolkit, output)).toEqual(results);
    expect(await answerResponsesCalls(toolkit, [])).toEqual([]);
  });
});
