// The options of the adapters: a name that is unknown is refused, because it could be that of a limit.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { answerAnthropicCalls, toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { answerGeminiCalls } from "../../src/adapters/gemini.ts";
import { answerChatCalls, answerResponsesCalls, toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import type { ToolEvent } from "../../src/call/call_types.ts";
import { createAgentToolkit, type Toolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree([]);

const LISTS: Readonly<Record<string, (toolkit: Toolkit, options: object) => unknown>> = {
  toAiSdkTools,
  toAnthropicTools,
  toChatTools,
  toResponsesTools,
};

const ANSWERS: Readonly<Record<string, (toolkit: Toolkit, calls: never[], options: object) => Promise<unknown>>> = {
  answerAnthropicCalls,
  answerChatCalls,
  answerResponsesCalls,
  answerGeminiCalls,
};

describe("unknown options are refused", () => {
  test.each(Object.entries(LISTS))("by %s", (_name, list) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(() => list(toolkit, { Strict: true })).toThrow("options.Strict is unknown; did you mean strict?");
    expect(() => list(toolkit, { strict: "yes" })).toThrow('options.strict must be a boolean, not "yes"');
    expect(() => list(toolkit, { strict: undefined })).not.toThrow();
  });

  test.each(Object.entries(ANSWERS))("by %s", async (_name, answer) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    await expect(answer(toolkit, [], { maxOutputByte: 1 })).rejects.toThrow(
      "options.maxOutputByte is unknown; did you mean maxOutputBytes?",
    );
    expect(await answer(toolkit, [], { maxOutputBytes: 1, signal: undefined })).toEqual([]);
  });

  test("toAiSdkTools has limits, and no signal: the SDK has one for each step", () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(() => toAiSdkTools(toolkit, { maxOutputBytes: 1, timeoutMs: 1 })).not.toThrow();
    const options: object = { signal: new AbortController().signal };
    expect(() => toAiSdkTools(toolkit, options)).toThrow("options.signal is unknown; options can have strict,");
  });
});

describe("events", () => {
  const call = { name: "read_file", path: "../x" };
  const args = { path: call.path };
  const json = JSON.stringify(args);

  /** One call of read_file in the shape of each provider. */
  const CALLS: Readonly<Record<string, (toolkit: Toolkit, onEvent: (event: ToolEvent) => void) => Promise<unknown>>> = {
    toAiSdkTools: async (toolkit, onEvent) =>
      toAiSdkTools(toolkit, { onEvent }).read_file?.execute(args, { toolCallId: "1", messages: [] }),
    answerAnthropicCalls: (toolkit, onEvent) =>
      answerAnthropicCalls(toolkit, [{ type: "tool_use", id: "1", name: call.name, input: args }], { onEvent }),
    answerChatCalls: (toolkit, onEvent) =>
      answerChatCalls(toolkit, [{ id: "1", function: { name: call.name, arguments: json } }], {
        onEvent,
      }),
    answerResponsesCalls: (toolkit, onEvent) =>
      answerResponsesCalls(toolkit, [{ type: "function_call", call_id: "1", name: call.name, arguments: json }], {
        onEvent,
      }),
    answerGeminiCalls: (toolkit, onEvent) =>
      answerGeminiCalls(toolkit, [{ id: "1", name: call.name, args }], { onEvent }),
  };

  test.each(Object.entries(CALLS))("%s passes them on, with path and arguments", async (_name, answer) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    const events: ToolEvent[] = [];
    await answer(toolkit, (event) => events.push(event));
    const subject = { tool_call_id: "1", tool_name: "read_file", path: "../x", arguments: { path: "../x" } };
    expect(events).toMatchObject([
      { type: "started", ...subject },
      { type: "completed", ...subject, is_error: true, error: { code: "SANDBOX_VIOLATION" } },
    ]);
  });
});
