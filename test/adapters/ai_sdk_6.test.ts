// The adapter of the AI SDK with version 6 of the SDK, which package.json has under the name ai6; ai_sdk.test.ts has version 7.

import { generateText, stepCountIs, streamText, type ToolSet } from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { type Call, callInSteps, shownTo } from "./ai_models.ts";
import { expected, makeAskedToolkit, makeToolkit, sortedDefinitions } from "./toolkits.ts";

const makeModel = (calls: readonly Call[]) => new MockLanguageModelV3(callInSteps(calls));

const READ: Call = ["a", "read_file", { path: "README.md" }];
const OUTSIDE: Call = ["b", "read_file", { path: "../secret" }];

describe("the tools with version 6 of the AI SDK", () => {
  test("reach the model to the letter, by name", async () => {
    using toolkit = makeToolkit();
    const model = makeModel([]);
    const tools: ToolSet = toAiSdkTools(toolkit);
    await generateText({ model, tools, prompt: "Look." });
    const listed = sortedDefinitions().map(({ name, description, parameters }) => {
      return { type: "function", name, inputSchema: parameters, description };
    });
    expect(model.doGenerateCalls[0]?.tools).toEqual(listed);
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
    using owned = makeAskedToolkit();
    const touch = (id: string): Call => [id, "touch", { path: "README.md" }];
    const [model, tools] = [makeModel([touch("a"), touch("b")]), toAiSdkTools(owned.toolkit)];
    await generateText({ model, tools, stopWhen: stepCountIs(5), prompt: "Look." });
    expect(owned.asked.map((requests) => requests.map(({ callId }) => callId))).toEqual([["a", "b"]]);
  });
});
