import type { Message, MessageParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import { describe, expect, test } from "vitest";
import { answerAnthropicCalls, toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { addTouch, expected, makeToolkit } from "./toolkits.ts";

const toolUse = (id: string, name: string, input: unknown) => ({
  type: "tool_use" as const,
  id,
  name,
  input,
  caller: { type: "direct" as const },
});

const toMessage = (...content: Message["content"]): Pick<Message, "content"> => ({ content });

describe("the tools for Anthropic", () => {
  test("are strict on request where they can be, with few optional arguments and no unions", () => {
    using toolkit = makeToolkit();
    addTouch(toolkit, { labels: { type: "object" } });
    const tools: Tool[] = toAnthropicTools(toolkit, { strict: true });
    const strict = tools.filter((tool) => tool.strict);
    const plain = tools.filter((tool) => tool.strict === undefined).map(({ name }) => name);
    expect([plain, strict.length]).toEqual([["search_text", "touch"], 5]);
    const optional = strict.flatMap(({ input_schema: { properties, required } }) =>
      Object.keys(properties ?? {}).filter((name) => !required?.includes(name)),
    );
    expect(optional.length).toBeLessThanOrEqual(24);
    expect(JSON.stringify(strict)).not.toMatch(/anyOf|"type":\[|minimum"/);
  });
});

describe("answerAnthropicCalls", () => {
  test("marks errors, in blocks that the SDK takes, and takes the blocks of a message too", async () => {
    using toolkit = makeToolkit();
    const read = (id: string, path: string) => toolUse(id, "read_file", { path });
    const message = toMessage(read("toolu_2", "README.md"), read("toolu_1", "missing"));
    const results = await answerAnthropicCalls(toolkit, message);
    const reply: MessageParam = { role: "user", content: results };
    const [content, error] = [
      await expected(toolkit, "read_file", { path: "README.md" }),
      await expected(toolkit, "read_file", { path: "missing" }),
    ];
    expect(reply.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_2", content },
      { type: "tool_result", tool_use_id: "toolu_1", content: error, is_error: true },
    ]);
    expect(await answerAnthropicCalls(toolkit, message.content)).toEqual(results);
  });

  test("has nothing to say to the calls of the provider's own tools", async () => {
    using toolkit = makeToolkit();
    const caller = { type: "direct" } as const;
    const search = { type: "server_tool_use", id: "1", name: "web_search", input: {}, caller } as const;
    expect(await answerAnthropicCalls(toolkit, toMessage(search))).toEqual([]);
  });
});
