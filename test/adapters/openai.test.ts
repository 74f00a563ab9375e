import type { ChatCompletionMessage, ChatCompletionTool, ChatCompletionToolMessageParam } from "openai/resources/chat";
import type { FunctionTool, Response, ResponseInput, ResponseOutputItem } from "openai/resources/responses/responses";
import { describe, expect, test } from "vitest";
import { answerChatCalls, answerResponsesCalls, toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { addTouch, expected, makeToolkit } from "./toolkits.ts";

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
    const chat: ChatCompletionTool[] = toChatTools(toolkit, { strict: true });
    const tools = chat.flatMap((tool) => (tool.type === "function" ? [tool.function] : []));
    expect(tools.filter(({ strict }) => !strict).map(({ name }) => name)).toEqual(["touch"]);
    const properties = { path: { type: "string" }, labels: free };
    const touch = tools.find(({ name }) => name === "touch");
    expect(touch?.parameters).toEqual({ type: "object", properties, required: ["path"] });
    expect(tools.at(-1)?.parameters?.required).toEqual(Object.keys(TOOL_DEFINITIONS.tree.parameters.properties));
    const responses: FunctionTool[] = toResponsesTools(toolkit, { strict: true });
    expect(responses).toEqual(tools.map((tool) => ({ type: "function", ...tool })));
  });
});

describe("answerChatCalls", () => {
  test("leaves the calls of custom tools alone", async () => {
    using toolkit = makeToolkit();
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
    const notObject = (what: string) => `arguments must be an object, not ${what}`;
    const said: [text: string, message: unknown][] = [
      ['{"path": "REA', notObject('"{\\"path\\": \\"REA"')],
      ["[1]", notObject("an array")],
      ['"README.md"', notObject('"README.md"')],
      ...["null", "", "  "].map((text): [string, string] => [text, "path is required"]),
      ['{"path":"README.md"}', undefined],
      ["[".repeat(100_000), expect.stringContaining(notObject(""))],
    ];
    const calls = said.map(([text], nth) => toCall(`${nth}`, "read_file", text));
    const results: ChatCompletionToolMessageParam[] = await answerChatCalls(toolkit, toMessage(...calls));
    const messages = results.map(({ content }) => JSON.parse(String(content)).error?.message);
    expect(messages).toEqual(said.map(([, message]) => message));
  });

  test("runs calls that have no id, and gives back what it was given", async () => {
    using toolkit = makeToolkit();
    const calls = ["", "call_1", ""].map((id) => toCall(id, "read_file", { path: "README.md" }));
    const content = await expected(toolkit, "read_file", { path: "README.md" });
    expect(await answerChatCalls(toolkit, calls)).toEqual(
      ["", "call_1", ""].map((tool_call_id) => ({ role: "tool", tool_call_id, content })),
    );
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
    const [read, missing] = [{ path: "README.md" }, { path: "missing" }];
    expect(input).toEqual([
      { type: "function_call_output", call_id: "call_1", output: await expected(toolkit, "read_file", read) },
      { type: "function_call_output", call_id: "call_2", output: await expected(toolkit, "read_file", missing) },
    ]);
    expect(await answerResponsesCalls(toolkit, output)).toEqual(results);
  });
});
