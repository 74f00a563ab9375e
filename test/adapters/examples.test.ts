import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { toGeminiTools } from "../../src/adapters/gemini.ts";
import { toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ROOT } from "../support/examples.ts";
import {
  type ProviderExample,
  type ProviderRequest,
  type RanWithProvider,
  runWithProvider,
} from "../support/stub_provider.ts";

// The examples run as they stand, with the real SDKs, on the built package; only the provider is ours.

const LICENSE = { path: "LICENSE", max_lines: 1 };
// Denied by the defaults for agents, and by them alone.
const SECRET = { path: ".env" };

const toolkit = createAgentToolkit({ workspaceRoot: ROOT, defaults: "agent" });
afterAll(() => toolkit.close());

const content = async (args: Record<string, unknown>) =>
  (await toolkit.execute({ id: "1", name: "read_file", arguments: args })).content;

interface Example extends ProviderExample {
  /** Of each of its two requests. */
  readonly path: string;
  readonly tools: unknown;
  /** What its second request repeats, and what it answers to that. */
  said(body: ProviderRequest["body"]): unknown[] | undefined;
  answered(license: string, secret: string): unknown[];
}

/** Asks for two calls, and then says the rest. */
const toReplies = <Message>(
  asking: Message,
  saying: Message,
  toReply: (message: Message, isAsking: boolean) => unknown,
) => [asking, saying].map((message) => toReply(message, message === asking));

function chatExample(): Example {
  const call = (id: string, args: object) => ({
    ...{ id, type: "function" },
    function: { name: "read_file", arguments: JSON.stringify({ start_line: null, max_lines: null, ...args }) },
  });
  const asking = { role: "assistant", content: null, tool_calls: [call("call_1", LICENSE), call("call_2", SECRET)] };
  const saying = { role: "assistant", content: "It is MIT." };
  const toReply = (message: object, isAsking: boolean) => ({
    ...{ id: "chatcmpl-1", object: "chat.completion" },
    choices: [{ index: 0, message, finish_reason: isAsking ? "tool_calls" : "stop" }],
  });
  return {
    file: "examples/openai_chat.mjs",
    path: "/v1/chat/completions",
    tools: toChatTools(toolkit, { strict: true }),
    replies: toReplies<object>(asking, saying, toReply),
    toEnvironment: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "none" }),
    said: ({ messages }) => messages,
    answered: (license, secret) => [
      asking,
      { role: "tool", tool_call_id: "call_1", content: license },
      { role: "tool", tool_call_id: "call_2", content: secret },
    ],
  };
}

function responsesExample(): Example {
  const call = (call_id: string, args: object) => ({
    ...{ type: "function_call", id: `fc_${call_id}`, call_id, name: "read_file" },
    arguments: JSON.stringify({ start_line: null, max_lines: null, ...args }),
  });
  const asking = [{ type: "reasoning", id: "rs_1", summary: [] }, call("call_1", LICENSE), call("call_2", SECRET)];
  const text = { type: "output_text", text: "It is MIT.", annotations: [] };
  const saying = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [text] }];
  return {
    file: "examples/openai_responses.mjs",
    path: "/v1/responses",
    tools: toResponsesTools(toolkit, { strict: true }),
    replies: toReplies<object[]>(asking, saying, (output) => ({ id: "resp_1", object: "response", output })),
    toEnvironment: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "none" }),
    said: ({ input }) => input,
    answered: (license, secret) => [
      ...asking,
      { type: "function_call_output", call_id: "call_1", output: license },
      { type: "function_call_output", call_id: "call_2", output: secret },
    ],
  };
}

function anthropicExample(): Example {
  const call = (id: string, input: object) => ({ type: "tool_use", id, name: "read_file", input });
  const asking = [{ type: "text", text: "Looking." }, call("toolu_1", LICENSE), call("toolu_2", SECRET)];
  const toReply = (content: object[], isAsking: boolean) => ({
    ...{ id: "msg_1", type: "message", role: "assistant", model: "claude", content },
    ...{ stop_reason: isAsking ? "tool_use" : "end_turn", usage: { input_tokens: 1, output_tokens: 1 } },
  });
  return {
    file: "examples/anthropic.mjs",
    path: "/v1/messages",
    tools: toAnthropicTools(toolkit),
    replies: toReplies<object[]>(asking, [{ type: "text", text: "It is MIT." }], toReply),
    toEnvironment: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none" }),
    said: ({ messages }) => messages,
    answered: (license, secret) => {
      const first = { type: "tool_result", tool_use_id: "toolu_1", content: license };
      const second = { type: "tool_result", tool_use_id: "toolu_2", content: secret, is_error: true };
      return [
        { role: "assistant", content: asking },
        { role: "user", content: [first, second] },
      ];
    },
  };
}

function geminiExample(): Example {
  const first = { functionCall: { name: "read_file", args: LICENSE }, thoughtSignature: "c2ln" };
  const second = { functionCall: { id: "call_2", name: "read_file", args: SECRET } };
  const asking = { role: "model", parts: [first, second] };
  const saying = { role: "model", parts: [{ text: "It is MIT." }] };
  return {
    file: "examples/gemini.mjs",
    path: "/v1beta/models/gemini-flash-latest:generateContent",
    tools: toGeminiTools(toolkit),
    replies: toReplies<object>(asking, saying, (content) => ({ candidates: [{ content, finishReason: "STOP" }] })),
    toEnvironment: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none" }),
    said: ({ contents }) => contents,
    answered: (license, secret) => {
      const output = { functionResponse: { name: "read_file", response: { output: JSON.parse(license) } } };
      const error = { functionResponse: { id: "call_2", name: "read_file", response: JSON.parse(secret) } };
      return [asking, { role: "user", parts: [output, error] }];
    },
  };
}

const EXAMPLES = [chatExample(), responsesExample(), anthropicExample(), geminiExample()];

describe("the examples", () => {
  let ran: readonly RanWithProvider[];
  beforeAll(async () => {
    ran = await runWithProvider(EXAMPLES);
  });

  test("a secret is refused by its name, whether or not it exists", async () => {
    expect(await content(SECRET)).toContain("SANDBOX_VIOLATION");
  });

  test.each(EXAMPLES)(
    "$file answers two calls at once, marks the failed one, and prints what the model says then",
    async (example) => {
      const { status, stdout, stderr, requests = [] } = ran[EXAMPLES.indexOf(example)] ?? {};
      expect([status, stderr, stdout]).toEqual([0, "", "It is MIT.\n"]);
      expect(requests.map(({ path }) => path)).toEqual([example.path, example.path]);
      const [first, second] = requests.map(({ body }) => body);
      expect(first?.tools).toEqual(example.tools);
      const answered = example.answered(await content(LICENSE), await content(SECRET));
      expect(second && example.said(second)?.slice(1)).toEqual(answered);
    },
  );
});
