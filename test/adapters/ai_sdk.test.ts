import { generateText, isStepCount, streamText, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { type Call, callInSteps, shownTo } from "./ai_models.ts";
import { expected, makeAskedToolkit, makeToolkit, sortedDefinitions } from "./toolkits.ts";

const makeModel = (...steps: Call[][]) => new MockLanguageModelV4(callInSteps(...steps));

const run = (model: MockLanguageModelV4, tools: ToolSet, abortSignal?: AbortSignal) =>
  generateText({ model, tools, stopWhen: isStepCount(5), prompt: "Look.", ...(abortSignal && { abortSignal }) });

describe("the tools for the AI SDK", () => {
  test("reach the model to the letter, by name, and strict on request", async () => {
    using toolkit = makeToolkit();
    const model = makeModel();
    await run(model, toAiSdkTools(toolkit));
    const listed = sortedDefinitions().map(({ name, description, parameters }) => {
      return { type: "function", name, inputSchema: parameters, description };
    });
    expect(JSON.stringify(model.doGenerateCalls[0]?.tools)).toBe(JSON.stringify(listed));
    await run(model, toAiSdkTools(toolkit, { strict: true }));
    const strict = sortedDefinitions().map(({ name, parameters }) => {
      const inputSchema = { required: Object.keys(parameters.properties), additionalProperties: false };
      return { name, strict: true, inputSchema };
    });
    expect(model.doGenerateCalls[1]?.tools).toMatchObject(strict);
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
    const read = (id: string, path: unknown): Call => [id, "read_file", { path }];
    const looks = [read("b", "README.md"), read("c", 5), read("d", "../secret")];
    const model = makeModel([["a", "tree", { path: ".", max_depth: null }]], looks);
    const { text, steps } = await run(model, toAiSdkTools(toolkit, { strict: true }));
    expect([text, steps.length]).toEqual(["done", 3]);
    const content = await expected(toolkit, "read_file", { path: "README.md" });
    const [wrong, outside] = [
      await expected(toolkit, "read_file", { path: 5 }),
      await expected(toolkit, "read_file", { path: "../secret" }),
    ];
    expect(shownTo(model)).toEqual([
      ["a", { type: "text", value: await expected(toolkit, "tree", { path: "." }) }],
      ["b", { type: "text", value: content }],
      ["c", { type: "error-text", value: wrong }],
      ["d", { type: "error-text", value: outside }],
    ]);
    expect(steps[1]?.toolResults.map(({ output }) => output)).toEqual([
      { tool_call_id: "b", content, is_error: false },
      { tool_call_id: "c", content: wrong, is_error: true },
      { tool_call_id: "d", content: outside, is_error: true },
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
    const shown = shownTo(model).map(([id, { type }]) => [id, type]);
    expect(shown.sort()).toEqual(["a", "b", "c"].map((id) => [id, "error-text"]));
  });

  test("EX-11 ask a person once for a step, and again for the next", async () => {
    using owned = makeAskedToolkit();
    const { toolkit, asked } = owned;
    const touch = (id: string): Call => [id, "touch", { path: "README.md" }];
    await run(makeModel([touch("a"), ["b", "tree", { path: "." }], touch("c")], [touch("d")]), toAiSdkTools(toolkit));
    expect(asked.map((requests) => requests.map(({ callId }) => callId))).toEqual([["a", "c"], ["d"]]);
  });

  test("do not mix the calls of two conversations that run at the same time, whatever their ids", async () => {
    using owned = makeAskedToolkit();
    const { toolkit, asked } = owned;
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
    expect(shownTo(model).map(([id, { type }]) => [id, type])).toEqual(
      Array.from({ length: 9 }, (_, i) => [`${i}`, i < 8 ? "text" : "error-text"]),
    );
  });

  test("pass budgets on, and the signal of the SDK", async () => {
    using toolkit = makeToolkit();
    const list: Call = ["a", "list_directory", { path: "." }];
    const model = makeModel([list]);
    await run(model, toAiSdkTools(toolkit, { maxOutputBytes: 300 }));
    expect(JSON.parse(String(shownTo(model)[0]?.[1].value)).truncated).toBe(true);

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
    const tools = toAiSdkTools(toolkit);
    const { steps } = streamText({ model, tools, stopWhen: isStepCount(5), prompt: "Look." });
    expect((await steps).length).toBe(2);
    expect(shownTo(model)).toEqual([
      ["a", { type: "text", value: await expected(toolkit, "read_file", { path: "README.md" }) }],
      ["b", { type: "error-text", value: await expected(toolkit, "read_file", { path: "missing" }) }],
    ]);
  });
});
