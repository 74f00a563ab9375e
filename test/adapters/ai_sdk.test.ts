import { generateText, isStepCount, streamText, type ToolSet } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import type { ApprovalRequest } from "../../src/call/approval.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import type { Toolkit } from "../../src/toolkit.ts";
import { addTouch, expected, makeToolkit, sortedDefinitions } from "./toolkits.ts";

type Call = readonly [id: string, name: string, args: unknown];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const toContent = ([toolCallId, toolName, args]: Call) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName,
  input: typeof args === "string" ? args : JSON.stringify(args),
});

/** A model that makes the calls of each step in turn and then says "done". */
function makeModel(...steps: Call[][]): MockLanguageModelV4 {
  let step = 0;
  const next = () => steps[step++]?.map(toContent);
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const calls = next();
      return {
        content: calls ?? [{ type: "text", text: "done" }],
        finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
    doStream: async () => {
      const calls = next();
      const finishReason = { unified: calls ? ("tool-calls" as const) : ("stop" as const), raw: undefined };
      return {
        stream: convertArrayToReadableStream([...(calls ?? []), { type: "finish" as const, finishReason, usage }]),
      };
    },
  });
}

/** What the model was shown of its calls, after the last step. */
function shownTo(model: MockLanguageModelV4) {
  const prompts = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? [];
  return prompts.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part.output]] : []))
      : [],
  );
}

const run = (model: MockLanguageModelV4, tools: ToolSet, abortSignal?: AbortSignal) =>
  generateText({ model, tools, stopWhen: isStepCount(5), prompt: "Look.", ...(abortSignal && { abortSignal }) });

function makeAskedToolkit(): { toolkit: Toolkit; asked: (readonly ApprovalRequest[])[] } {
  const asked: (readonly ApprovalRequest[])[] = [];
  const toolkit = makeToolkit({
    approve: async (requests) => {
      asked.push(requests);
      return requests.map(({ callId }) => callId);
    },
  });
  addTouch(toolkit);
  return { toolkit, asked };
}

describe("the tools for the AI SDK", () => {
  test("reach the model to the letter, by name, and strict on request", async () => {
    using toolkit = makeToolkit();
    const model = makeModel();
    await run(model, toAiSdkTools(toolkit));
    expect(JSON.stringify(model.doGenerateCalls[0]?.tools)).toBe(
      JSON.stringify(
        sortedDefinitions().map(({ name, description, parameters }) => ({
          type: "function",
          name,
          inputSchema: parameters,
          description,
        })),
      ),
    );
    await run(model, toAiSdkTools(toolkit, { strict: true }));
    expect(model.doGenerateCalls[1]?.tools).toMatchObject(
      sortedDefinitions().map(({ name, parameters }) => ({
        name,
        strict: true,
        inputSchema: { required: Object.keys(parameters.properties), additionalProperties: false },
      })),
    );
  });

  test("keep their schemas for a reader that knows only the standard form", () => {
    using toolkit = makeToolkit();
    const { read_file } = toAiSdkTools(toolkit);
    expect(read_file?.inputSchema["~standard"].jsonSchema.input()).toEqual(TOOL_DEFINITIONS.read_file.parameters);
    expect(read_file?.inputSchema["~standard"].jsonSchema.output()).toEqual(TOOL_DEFINITIONS.read_file.parameters);
    expect(read_file?.inputSchema["~standard"].validate({ path: 5 })).toEqual({ value: { path: 5 } });
  });

  test("answer over several steps with what the executor says, errors as errors", async () => {
    using toolkit = makeToolkit();
    const model = makeModel(
      [["a", "tree", { path: ".", max_depth: null }]],
      [
        ["b", "read_file", { path: "README.md" }],
        ["c", "read_file", { path: 5 }],
        ["d", "read_file", { path: "../secret" }],
      ],
    );
    const { text, steps } = await run(model, toAiSdkTools(toolkit, { strict: true }));
    expect([text, steps.length]).toEqual(["done", 3]);
    const error = async (args: Record<string, unknown>) => ({
      type: "error-text",
      value: await expected(toolkit, "read_file", args),
    });
    expect(shownTo(model)).toEqual([
      ["a", { type: "text", value: await expected(toolkit, "tree", { path: "." }) }],
      ["b", { type: "text", value: await expected(toolkit, "read_file", { path: "README.md" }) }],
      ["c", await error({ path: 5 })],
      ["d", await error({ path: "../secret" })],
    ]);
    expect(steps[1]?.toolResults.map(({ output }) => output)).toEqual([
      { tool_call_id: "b", content: await expected(toolkit, "read_file", { path: "README.md" }), is_error: false },
      { tool_call_id: "c", content: (await error({ path: 5 })).value, is_error: true },
      { tool_call_id: "d", content: (await error({ path: "../secret" })).value, is_error: true },
    ]);
  });

  test("survive arguments that are no JSON and names that are unknown, which the SDK answers itself", async () => {
    using toolkit = makeToolkit();
    const model = makeModel([
      ["a", "tree", '{"path'],
      ["b", "write_file", {}],
      ["c", "tree", ""],
    ]);
    const { text } = await run(model, toAiSdkTools(toolkit));
    expect(text).toBe("done");
    const shown = shownTo(model).map(([id, output]) => [id, (output as { type: string }).type]);
    expect(shown.sort()).toEqual([
      ["a", "error-text"],
      ["b", "error-text"],
      ["c", "error-text"],
    ]);
  });

  test("EX-11 ask a person once for a step, and again for the next", async () => {
    const { toolkit, asked } = makeAskedToolkit();
    using _ = toolkit;
    const touch = (id: string): Call => [id, "touch", { path: "README.md" }];
    await run(makeModel([touch("a"), ["b", "tree", { path: "." }], touch("c")], [touch("d")]), toAiSdkTools(toolkit));
    expect(asked.map((requests) => requests.map(({ callId }) => callId))).toEqual([["a", "c"], ["d"]]);
  });

  test("do not mix the calls of two conversations that run at the same time, whatever their ids", async () => {
    const { toolkit, asked } = makeAskedToolkit();
    using _ = toolkit;
    const tools = toAiSdkTools(toolkit);
    const models = ["README.md", "data.json"].map((path) => makeModel([["same", "touch", { path }]]));
    await Promise.all(models.map((model) => run(model, tools)));
    expect(models.map(shownTo)).toEqual([
      [["same", { type: "text", value: 'touched {"path":"README.md"}' }]],
      [["same", { type: "text", value: 'touched {"path":"data.json"}' }]],
    ]);
    expect(asked.length).toBe(2);
  });

  test("EX-19 answer the calls over the limit of a batch, each in its place", async () => {
    using toolkit = makeToolkit();
    const model = makeModel(Array.from({ length: 9 }, (_, i): Call => [`${i}`, "tree", { path: "." }]));
    await run(model, toAiSdkTools(toolkit));
    expect(shownTo(model).map(([id, output]) => [id, (output as { type: string }).type])).toEqual(
      Array.from({ length: 9 }, (_, i) => [`${i}`, i < 8 ? "text" : "error-text"]),
    );
  });

  test("pass budgets on, and the signal of the SDK", async () => {
    using toolkit = makeToolkit();
    const list: Call = ["a", "list_directory", { path: "." }];
    const model = makeModel([list]);
    await run(model, toAiSdkTools(toolkit, { maxOutputBytes: 300 }));
    const [[, output] = []] = shownTo(model);
    expect(JSON.parse((output as { value: string }).value).truncated).toBe(true);

    const { tree } = toAiSdkTools(toolkit);
    const messages: unknown[] = [];
    const [fine, late] = await Promise.all([
      tree?.execute({ path: "." }, { toolCallId: "1", messages }),
      tree?.execute({ path: "." }, { toolCallId: "2", messages, abortSignal: AbortSignal.abort() }),
    ]);
    expect(fine).toMatchObject({ tool_call_id: "1", is_error: false });
    expect(late).toMatchObject({ tool_call_id: "2", is_error: true });
    expect(JSON.parse(late?.content ?? "").error.code).toBe("CANCELLED");
  });

  test("fail when the toolkit itself does, rather than never to answer", async () => {
    using toolkit = makeToolkit();
    const broken = { ...toolkit, answerBatch: () => Promise.reject(new Error("broken")) };
    const call = toAiSdkTools(broken).tree?.execute({ path: "." }, { toolCallId: "1", messages: [] });
    await expect(call).rejects.toThrow("broken");
  });

  test("answer in a stream as well", async () => {
    using toolkit = makeToolkit();
    const model = makeModel([
      ["a", "read_file", { path: "README.md" }],
      ["b", "read_file", { path: "missing" }],
    ]);
    const { steps } = streamText({
      model,
      tools: toAiSdkTools(toolkit),
      stopWhen: isStepCount(5),
      prompt: "Look.",
    });
    expect((await steps).length).toBe(2);
    expect(shownTo(model)).toEqual([
      ["a", { type: "text", value: await expected(toolkit, "read_file", { path: "README.md" }) }],
      ["b", { type: "error-text", value: await expected(toolkit, "read_file", { path: "missing" }) }],
    ]);
  });
});
