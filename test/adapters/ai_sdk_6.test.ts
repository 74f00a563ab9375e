// The adapter of the AI SDK with version 6 of the SDK, which package.json has under the name ai6; ai_sdk.test.ts has version 7.

import { generateText, stepCountIs, streamText, type ToolSet } from "ai6";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai6/test";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { addTouch, expected, makeToolkit, sortedDefinitions } from "./toolkits.ts";

type Call = readonly [id: string, name: string, args: unknown];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified: "tool-calls" | "stop") => ({ unified, raw: undefined });
const toContent = ([toolCallId, toolName, args]: Call) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName,
  input: JSON.stringify(args),
});

/** A model that makes the given calls in its first step and then says "done". */
function makeModel(calls: readonly Call[]): MockLanguageModelV3 {
  const steps = [calls.map(toContent)];
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const content = steps.shift();
      return {
        content: content ?? [{ type: "text", text: "done" }],
        finishReason: finish(content ? "tool-calls" : "stop"),
        usage,
        warnings: [],
      };
    },
    doStream: async () => {
      const content = steps.shift();
      const end = { type: "finish" as const, finishReason: finish(content ? "tool-calls" : "stop"), usage };
      return { stream: convertArrayToReadableStream([...(content ?? []), end]) };
    },
  });
}

/** The results that the model was shown in its last step. */
function shownTo(model: MockLanguageModelV3) {
  const prompt = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? [];
  return prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part.output]] : []))
      : [],
  );
}

const READ: Call = ["a", "read_file", { path: "README.md" }];
const OUTSIDE: Call = ["b", "read_file", { path: "../secret" }];

describe("the tools with version 6 of the AI SDK", () => {
  test("reach the model to the letter, by name", async () => {
    using toolkit = makeToolkit();
    const model = makeModel([]);
    const tools: ToolSet = toAiSdkTools(toolkit);
    await generateText({ model, tools, prompt: "Look." });
    expect(model.doGenerateCalls[0]?.tools).toEqual(
      sortedDefinitions().map(({ name, description, parameters }) => ({
        type: "function",
        name,
        inputSchema: parameters,
        description,
      })),
    );
  });

  test.each(["generateText", "streamText"] as const)("answer with what the executor says: %s", async (name) => {
    using toolkit = makeToolkit();
    const model = makeModel([READ, OUTSIDE]);
    const options = { model, tools: toAiSdkTools(toolkit), stopWhen: stepCountIs(5), prompt: "Look." };
    const steps = name === "generateText" ? (await generateText(options)).steps : await streamText(options).steps;
    expect(steps.length).toBe(2);
    expect(shownTo(model)).toEqual([
      ["a", { type: "text", value: await expected(toolkit, "read_file", { path: "README.md" }) }],
      ["b", { type: "error-text", value: await expected(toolkit, "read_file", { path: "../secret" }) }],
    ]);
  });

  test("are gathered into one batch, so a person is asked once for a step", async () => {
    const asked: string[][] = [];
    using toolkit = makeToolkit({
      approve: async (requests) => {
        asked.push(requests.map(({ callId }) => callId));
        return requests.map(({ callId }) => callId);
      },
    });
    addTouch(toolkit);
    const touch = (id: string): Call => [id, "touch", { path: "README.md" }];
    const tools = toAiSdkTools(toolkit);
    await generateText({
      model: makeModel([touch("a"), touch("b")]),
      tools,
      stopWhen: stepCountIs(5),
      prompt: "Look.",
    });
    expect(asked).toEqual([["a", "b"]]);
  });
});
