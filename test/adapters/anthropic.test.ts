import type { Message, MessageParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import { describe, expect, test } from "vitest";
import { answerAnthropicCalls, toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { addTouch, expected, makeToolkit, sortedDefinitions } from "./toolkits.ts";

const toolUse = (id: string, name: string, input: unknown) => ({
  type: "tool_use" as const,
  id,
  name,
  input,
  caller: { type: "direct" as const },
});

const toMessage = (...content: Message["content"]): Pick<Message, "content"> => ({ content });

describe("the tools for Anthropic", () => {
  test("are the definitions to the letter, by name", () => {
    using toolkit = makeToolkit();
    const tools: Tool[] = toAnthropicTools(toolkit);
    expect(JSON.stringify(tools)).toBe(
      JSON.stringify(
        sortedDefinitions().map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: parameters,
        })),
      ),
    );
  });

  test("are strict on request where they can be, with few optional arguments and no unions", () => {
    using toolkit = makeToolkit();
    addTouch(toolkit, { labels: { type: "object" } });
    const tools: Tool[] = toAnthropicTools(toolkit, { strict: true });
    expect(tools.map(({ name, strict }) => [name, strict])).toEqual([
      ["list_directory", true],
      ["list_files", true],
      ["read_file", true],
      ["read_files", true],
      ["search_text", undefined],
      ["touch", undefined],
      ["tree", true],
    ]);
    const strict = tools.filter((tool) => tool.strict);
    const optional = strict.flatMap(({ input_schema: { properties, required } }) =>
      Object.keys(properties ?? {}).filter((name) => !required?.includes(name)),
    );
    expect(optional.length).toBeLessThanOrEqual(24);
    expect(JSON.stringify(strict)).not.toMatch(/anyOf|"type":\[|minimum"/);
  });
});

describe("answerAnthropicCalls", () => {
  test("answers every tool_use in order, with what the executor says, and marks errors", async () => {
    using toolkit = makeToolkit();
    const message = toMessage(
      { type: "text", text: "I shall look.", citations: null },
      toolUse("toolu_2", "read_file", { path: "README.md" }),
      toolUse("toolu_1", "read_file", { path: "missing" }),
      toolUse("toolu_3", "tree", { path: ".", max_depth: null }),
    );
    const results = await answerAnthropicCalls(toolkit, message);
    const reply: MessageParam = { role: "user", content: results };
    expect(reply.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "toolu_2",
        content: await expected(toolkit, "read_file", { path: "README.md" }),
      },
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: await expected(toolkit, "read_file", { path: "missing" }),
        is_error: true,
      },
      { type: "tool_result", tool_use_id: "toolu_3", content: await expected(toolkit, "tree", { path: "." }) },
    ]);
    expect(await answerAnthropicCalls(toolkit, message.content)).toEqual(results);
  });

  test("has nothing to say to a message without calls, nor to the calls of the provider's own tools", async () => {
    using toolkit = makeToolkit();
    const search = {
      type: "server_tool_use",
      id: "1",
      name: "web_search",
      input: {},
      caller: { type: "direct" },
    } as const;
    expect(await answerAnthropicCalls(toolkit, toMessage(search))).toEqual([]);
    expect(await answerAnthropicCalls(toolkit, [])).toEqual([]);
  });

  test("answers every input that is no object, over the limit, repeated or too late with an error", async () => {
    using toolkit = makeToolkit();
    const inputs = ["{", 5, null, ["README.md"], undefined];
    const broken = inputs.map((input, i) => toolUse(`${i}`, "read_file", input));
    const many = Array.from({ length: 5 }, (_, i) => toolUse(i === 0 ? "0" : `m${i}`, "tree", { path: "." }));
    const results = await answerAnthropicCalls(toolkit, toMessage(...broken, ...many));
    expect(results.map(({ tool_use_id, is_error }) => [tool_use_id, is_error ?? false])).toEqual([
      ["0", true],
      ["1", true],
      ["2", true],
      ["3", true],
      ["4", true],
      ["0", true],
      ["m1", false],
      ["m2", false],
      ["m3", true],
      ["m4", true],
    ]);
    const late = await answerAnthropicCalls(toolkit, broken.slice(0, 1), { signal: AbortSignal.abort() });
    expect(JSON.parse(late[0]?.content ?? "").error.code).toBe("CANCELLED");
  });
});
