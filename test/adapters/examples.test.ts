import { afterAll, describe, expect, test } from "vitest";
import { toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { toGeminiTools } from "../../src/adapters/gemini.ts";
import { toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ROOT } from "../support/examples.ts";
import { type ProviderExample, type RanWithProvider, runWithProvider } from "../support/stub_provider.ts";

// The examples run as they stand, with the real SDKs, on the built package; only the provider is ours.

const LICENSE = { path: "LICENSE", max_lines: 1 };
// Denied by the defaults for agents, and by them alone.
const SECRET = { path: ".env" };

const toolkit = createAgentToolkit({ workspaceRoot: ROOT, defaults: "agent" });
afterAll(() => toolkit.close());

const content = async (args: Record<string, unknown>) =>
  (await toolkit.execute({ id: "1", name: "read_file", arguments: args })).content;

function chatExample() {
  const call = (id: string, args: object) => ({
    id,
    type: "function",
    function: { name: "read_file", arguments: JSON.stringify({ start_line: null, max_lines: null, ...args }) },
  });
  const asking = { role: "assistant", content: null, tool_calls: [call("call_1", LICENSE), call("call_2", SECRET)] };
  const saying = { role: "assistant", content: "It is MIT." };
  const replies = [asking, saying].map((message) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: message === asking ? "tool_calls" : "stop" }],
  }));
  const toEnvironment = (url: string) => ({
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: "none",
  });
  return { asking, file: "examples/openai_chat.mjs", replies, toEnvironment };
}

function responsesExample() {
  const call = (call_id: string, args: object) => ({
    type: "function_call",
    id: `fc_${call_id}`,
    call_id,
    name: "read_file",
    arguments: JSON.stringify({ start_line: null, max_lines: null, ...args }),
  });
  const asking = [{ type: "reasoning", id: "rs_1", summary: [] }, call("call_1", LICENSE), call("call_2", SECRET)];
  const text = { type: "output_text", text: "It is MIT.", annotations: [] };
  const saying = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [text] }];
  const replies = [asking, saying].map((output) => ({ id: "resp_1", object: "response", output }));
  const toEnvironment = (url: string) => ({
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: "none",
  });
  return { asking, file: "examples/openai_responses.mjs", replies, toEnvironment };
}

function anthropicExample() {
  const call = (id: string, input: object) => ({ type: "tool_use", id, name: "read_file", input });
  const asking = [{ type: "text", text: "Looking." }, call("toolu_1", LICENSE), call("toolu_2", SECRET)];
  const saying = [{ type: "text", text: "It is MIT." }];
  const replies = [asking, saying].map((blocks) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content: blocks,
    stop_reason: blocks === asking ? "tool_use" : "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  }));
  const toEnvironment = (url: string) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "none",
  });
  return { asking, file: "examples/anthropic.mjs", replies, toEnvironment };
}

function geminiExample() {
  const asking = {
    role: "model",
    parts: [
      { functionCall: { name: "read_file", args: LICENSE }, thoughtSignature: "c2ln" },
      { functionCall: { id: "call_2", name: "read_file", args: SECRET } },
    ],
  };
  const saying = { role: "model", parts: [{ text: "It is MIT." }] };
  const replies = [asking, saying].map((candidate) => ({
    candidates: [{ content: candidate, finishReason: "STOP" }],
  }));
  const toEnvironment = (url: string) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: "none",
  });
  return { asking, file: "examples/gemini.mjs", replies, toEnvironment };
}

const CHAT = chatExample();
const RESPONSES = responsesExample();
const ANTHROPIC = anthropicExample();
const GEMINI = geminiExample();
const EXAMPLES: readonly ProviderExample[] = [CHAT, RESPONSES, ANTHROPIC, GEMINI];

/** All of them, once. */
let ran: Promise<RanWithProvider[]> | undefined;

async function runExample(example: ProviderExample): Promise<RanWithProvider> {
  ran ??= runWithProvider(EXAMPLES);
  const found = (await ran)[EXAMPLES.indexOf(example)];
  if (found === undefined) throw new Error(`${example.file} did not run`);
  return found;
}

describe("the examples", () => {
  test("a secret is refused by its name, whether or not it exists", async () => {
    expect(await content(SECRET)).toContain("SANDBOX_VIOLATION");
  });

  test("openai_chat.mjs answers two calls at once and prints what the model says then", async () => {
    const { asking } = CHAT;
    const ran = await runExample(CHAT);
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, "", "It is MIT.\n"]);
    expect(ran.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
    expect(ran.requests[0]?.body.tools).toEqual(toChatTools(toolkit, { strict: true }));
    expect(ran.requests[1]?.body.messages?.slice(1)).toEqual([
      asking,
      { role: "tool", tool_call_id: "call_1", content: await content(LICENSE) },
      { role: "tool", tool_call_id: "call_2", content: await content(SECRET) },
    ]);
  });

  test("openai_responses.mjs answers two calls at once and prints what the model says then", async () => {
    const { asking } = RESPONSES;
    const ran = await runExample(RESPONSES);
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, "", "It is MIT.\n"]);
    expect(ran.requests.map(({ path }) => path)).toEqual(["/v1/responses", "/v1/responses"]);
    expect(ran.requests[0]?.body.tools).toEqual(toResponsesTools(toolkit, { strict: true }));
    expect(ran.requests[1]?.body.input?.slice(1)).toEqual([
      ...asking,
      { type: "function_call_output", call_id: "call_1", output: await content(LICENSE) },
      { type: "function_call_output", call_id: "call_2", output: await content(SECRET) },
    ]);
  });

  test("anthropic.mjs answers two calls at once, one marked as failed, and prints what is said then", async () => {
    const { asking } = ANTHROPIC;
    const ran = await runExample(ANTHROPIC);
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, "", "It is MIT.\n"]);
    expect(ran.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages"]);
    expect(ran.requests[0]?.body.tools).toEqual(toAnthropicTools(toolkit));
    expect(ran.requests[1]?.body.messages?.slice(1)).toEqual([
      { role: "assistant", content: asking },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: await content(LICENSE) },
          { type: "tool_result", tool_use_id: "toolu_2", content: await content(SECRET), is_error: true },
        ],
      },
    ]);
  });

  test("gemini.mjs answers two calls at once, the failed one marked, and prints what the model says then", async () => {
    const { asking } = GEMINI;
    const ran = await runExample(GEMINI);
    expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, "", "It is MIT.\n"]);
    const path = "/v1beta/models/gemini-flash-latest:generateContent";
    expect(ran.requests.map((request) => request.path)).toEqual([path, path]);
    expect(ran.requests[0]?.body.tools).toEqual(toGeminiTools(toolkit));
    expect(ran.requests[1]?.body.contents?.slice(1)).toEqual([
      asking,
      {
        role: "user",
        parts: [
          { functionResponse: { name: "read_file", response: { output: JSON.parse(await content(LICENSE)) } } },
          { functionResponse: { id: "call_2", name: "read_file", response: JSON.parse(await content(SECRET)) } },
        ],
      },
    ]);
  });
});
