// The options of the adapters: a name that is unknown is refused, because it could be that of a limit.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import type { ToolEvent } from "../../src/call/types.ts";
import { createAgentToolkit, type Toolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree([]);

const LISTS: Readonly<Record<string, (toolkit: Toolkit, options: object) => unknown>> = {
  toAiSdkTools,
  toAnthropicTools,
  toChatTools,
  toResponsesTools,
};

describe("unknown options are refused", () => {
  test.each(Object.entries(LISTS))("by %s", (_name, list) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(() => list(toolkit, { Strict: true })).toThrow("options.Strict is unknown; did you mean strict?");
    expect(() => list(toolkit, { strict: "yes" })).toThrow('options.strict must be a boolean, not "yes"');
    expect(() => list(toolkit, { strict: undefined })).not.toThrow();
  });

  test("toAiSdkTools has limits, and no signal: the SDK has one for each step", () => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(() => toAiSdkTools(toolkit, { maxOutputBytes: 1, timeoutMs: 1 })).not.toThrow();
    const options: object = { signal: new AbortController().signal };
    expect(() => toAiSdkTools(toolkit, options)).toThrow("options.signal is unknown; options can have strict,");
  });
});

test("toAiSdkTools passes events on, with path and arguments", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const events: ToolEvent[] = [];
  const { read_file } = toAiSdkTools(toolkit, { onEvent: (event) => events.push(event) });
  await read_file?.execute({ path: "../x" }, { toolCallId: "1", messages: [] });
  const subject = { tool_call_id: "1", tool_name: "read_file", path: "../x", arguments: { path: "../x" } };
  expect(events).toMatchObject([
    { type: "started", ...subject },
    { type: "completed", ...subject, is_error: true, error: { code: "SANDBOX_VIOLATION" } },
  ]);
});
