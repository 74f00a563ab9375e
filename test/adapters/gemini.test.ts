import { type Content, GenerateContentResponse, type Part, type ToolListUnion } from "@google/genai";
import { describe, expect, test } from "vitest";
import { answerGeminiCalls, toGeminiTools } from "../../src/adapters/gemini.ts";
import { addTouch, expected, makeToolkit, sortedDefinitions } from "./toolkits.ts";

function toResponse(...parts: Part[]): GenerateContentResponse {
  return Object.assign(new GenerateContentResponse(), { candidates: [{ content: { role: "model", parts } }] });
}

describe("the tools for Gemini", () => {
  test("are the definitions to the letter, by name, as JSON Schema", () => {
    using toolkit = makeToolkit();
    const tools: ToolListUnion = toGeminiTools(toolkit);
    expect(JSON.stringify(tools)).toBe(
      JSON.stringify([
        {
          functionDeclarations: sortedDefinitions().map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ]),
    );
  });
});

describe("answerGeminiCalls", () => {
  test("answers every call in order, as data, errors under their own key, ids only where there were some", async () => {
    using toolkit = makeToolkit();
    const response = toResponse(
      { text: "I shall look." },
      { functionCall: { name: "read_file", args: { path: "README.md" } } },
      { functionCall: { id: "call_1", name: "read_file", args: { path: "missing" } } },
      { functionCall: { name: "tree", args: { path: ".", max_depth: null } } },
    );
    const results = await answerGeminiCalls(toolkit, response);
    const reply: Content = { role: "user", parts: results };
    expect(reply.parts).toEqual([
      {
        functionResponse: {
          name: "read_file",
          response: { output: JSON.parse(await expected(toolkit, "read_file", { path: "README.md" })) },
        },
      },
      {
        functionResponse: {
          id: "call_1",
          name: "read_file",
          response: JSON.parse(await expected(toolkit, "read_file", { path: "missing" })),
        },
      },
      {
        functionResponse: {
          name: "tree",
          response: { output: JSON.parse(await expected(toolkit, "tree", { path: "." })) },
        },
      },
    ]);
    const message = '"missing" does not exist; the nearest existing folder is "."';
    expect(results[1]?.functionResponse.response).toEqual({
      error: { kind: "ExecutionFailed", code: "NOT_FOUND", message },
    });
    expect(await answerGeminiCalls(toolkit, response.functionCalls ?? [])).toEqual(results);
  });

  test("keeps the text of a tool as text, also where it looks like JSON", async () => {
    using toolkit = makeToolkit();
    const text = (name: string, output: string) =>
      toolkit.register({
        definition: {
          name,
          description: name,
          parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
        },
        traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
        parse: ({ path }) => ({ path: String(path) }),
        summarize: () => name,
        run: () => output,
      });
    const outputs = ['{ "a": 1 }', '{"a":12345678901234567890}', "5", "plain", '{"error":"mine"}', '{"a":1,"a":2}'];
    for (const [i, output] of outputs.entries()) text(`text_${i}`, output);
    const calls = outputs.map((_, i) => ({ name: `text_${i}`, args: { path: "." } }));
    const results = await answerGeminiCalls(toolkit, calls);
    expect(results.map(({ functionResponse }) => functionResponse.response)).toEqual([
      { output: '{ "a": 1 }' },
      { output: '{"a":12345678901234567890}' },
      { output: "5" },
      { output: "plain" },
      { output: '{"error":"mine"}' },
      { output: '{"a":1,"a":2}' },
    ]);
  });

  test("tells calls without an id apart, and refuses those without a name, repeated or too many", async () => {
    using toolkit = makeToolkit({ approve: async (requests) => requests.map(({ callId }) => callId) });
    addTouch(toolkit);
    const touch = { name: "touch", args: { path: "README.md" } };
    const calls = [touch, { ...touch, id: "call_1" }, touch, {}, { name: "tree" }, { ...touch, id: "call_1" }];
    const results = await answerGeminiCalls(toolkit, [...calls, touch, touch, touch]);
    expect(
      results.map(({ functionResponse: { id, name, response } }) => [
        id,
        name,
        "error" in response ? (response.error as { code: string }).code : response.output,
      ]),
    ).toEqual([
      [undefined, "touch", 'touched {"path":"README.md"}'],
      ["call_1", "touch", 'touched {"path":"README.md"}'],
      [undefined, "touch", 'touched {"path":"README.md"}'],
      [undefined, "", "INVALID_ARGUMENT"],
      [undefined, "tree", "INVALID_ARGUMENT"],
      ["call_1", "touch", "DUPLICATE_TOOL_CALL_ID"],
      [undefined, "touch", 'touched {"path":"README.md"}'],
      [undefined, "touch", 'touched {"path":"README.md"}'],
      [undefined, "touch", "LIMIT_EXCEEDED"],
    ]);
  });

  test("has nothing to say to a response without calls, and an error of no room is still an error", async () => {
    using toolkit = makeToolkit();
    expect(await answerGeminiCalls(toolkit, toResponse({ text: "Done." }))).toEqual([]);
    expect(await answerGeminiCalls(toolkit, {})).toEqual([]);
    const calls = [{ name: "tree", args: { path: "." } }];
    expect(await answerGeminiCalls(toolkit, calls, { maxOutputBytes: 0 })).toEqual([
      { functionResponse: { name: "tree", response: { error: "" } } },
    ]);
  });
});
