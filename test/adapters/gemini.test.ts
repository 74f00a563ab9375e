import { type Content, GenerateContentResponse, type Part, type ToolListUnion } from "@google/genai";
import { describe, expect, test } from "vitest";
import { answerGeminiCalls, toGeminiTools } from "../../src/adapters/gemini.ts";
import { ownTool } from "../support/own_tool.ts";
import { expected, makeAskedToolkit, makeToolkit } from "./toolkits.ts";

function toResponse(...parts: Part[]): GenerateContentResponse {
  return Object.assign(new GenerateContentResponse(), { candidates: [{ content: { role: "model", parts } }] });
}

describe("answerGeminiCalls", () => {
  test("answers as data, errors under their own key, ids only where there were some", async () => {
    using toolkit = makeToolkit();
    const response = toResponse(
      { text: "I shall look." },
      { functionCall: { name: "read_file", args: { path: "README.md" } } },
      { functionCall: { id: "call_1", name: "read_file", args: { path: "missing" } } },
    );
    const results = await answerGeminiCalls(toolkit, response);
    const reply: Content = { role: "user", parts: results };
    const output = JSON.parse(await expected(toolkit, "read_file", { path: "README.md" }));
    const message = '"missing" does not exist; the nearest existing folder is "."';
    const error = { kind: "ExecutionFailed", code: "NOT_FOUND", message };
    expect(reply.parts).toEqual([
      { functionResponse: { name: "read_file", response: { output } } },
      { functionResponse: { id: "call_1", name: "read_file", response: { error } } },
    ]);
    expect(await answerGeminiCalls(toolkit, response.functionCalls ?? [])).toEqual(results);
    const tools: ToolListUnion = toGeminiTools(toolkit);
    expect(tools).toHaveLength(1);
  });

  test("keeps the text of a tool as text, also where it looks like JSON", async () => {
    using toolkit = makeToolkit();
    const outputs = ['{ "a": 1 }', '{"a":12345678901234567890}', "5", "plain", '{"error":"mine"}', '{"a":1,"a":2}'];
    for (const [i, output] of outputs.entries()) toolkit.register(ownTool(`text_${i}`, { run: () => output }));
    const calls = outputs.map((_, i) => ({ name: `text_${i}`, args: { path: "." } }));
    const results = await answerGeminiCalls(toolkit, calls);
    const expected = outputs.map((output) => ({ output }));
    expect(results.map(({ functionResponse }) => functionResponse.response)).toEqual(expected);
  });

  test("tells calls without an id apart, and refuses those without a name, repeated or too many", async () => {
    using owned = makeAskedToolkit();
    const touch = { name: "touch", args: { path: "README.md" } };
    const calls = [touch, { ...touch, id: "call_1" }, touch, {}, { name: "tree" }, { ...touch, id: "call_1" }];
    const results = await answerGeminiCalls(owned.toolkit, [...calls, touch, touch, touch]);
    const told = results.map(({ functionResponse: { id, name, response } }) => {
      return [id, name, "error" in response ? Object(response.error).code : response.output];
    });
    const done = 'touched {"path":"README.md"}';
    expect(told).toEqual([
      [undefined, "touch", done],
      ["call_1", "touch", done],
      [undefined, "touch", done],
      [undefined, "", "INVALID_ARGUMENT"],
      [undefined, "tree", "INVALID_ARGUMENT"],
      ["call_1", "touch", "DUPLICATE_TOOL_CALL_ID"],
      [undefined, "touch", done],
      [undefined, "touch", done],
      [undefined, "touch", "LIMIT_EXCEEDED"],
    ]);
  });

  test("an error of no room is still an error", async () => {
    using toolkit = makeToolkit();
    const calls = [{ name: "tree", args: { path: "." } }];
    expect(await answerGeminiCalls(toolkit, calls, { maxOutputBytes: 0 })).toEqual([
      { functionResponse: { name: "tree", response: { error: "" } } },
    ]);
  });
});
