// The four shapes of calls and answers behind one interface, so that one suite runs for each. Tests only.

import { answerAnthropicCalls, toAnthropicTools } from "../../src/adapters/anthropic.ts";
import { answerGeminiCalls, toGeminiTools } from "../../src/adapters/gemini.ts";
import { answerChatCalls, answerResponsesCalls, toChatTools, toResponsesTools } from "../../src/adapters/openai.ts";
import type { ToolDefinition } from "../../src/registory/definitions.ts";
import type { Toolkit } from "../../src/toolkit.ts";

/** `args` may be what no tool takes. */
export type Call = readonly [id: string, name: string, args: unknown];
/** The content is as the executor has it; `isMarked` where the provider has a mark for errors. */
export type Answer = readonly [id: string | undefined, content: string, isMarked?: boolean];

export interface Provider {
  readonly name: string;
  list(toolkit: Toolkit): unknown;
  /** What `list` has of a tool. */
  toTool(definition: ToolDefinition): unknown;
  /** Of no calls: a message with text only. */
  answer(toolkit: Toolkit, calls: readonly Call[], options?: object): Promise<readonly Answer[]>;
}

const CHAT: Provider = {
  name: "Chat Completions",
  list: (toolkit) => toChatTools(toolkit),
  toTool: (definition) => ({ type: "function", function: { ...definition, strict: false } }),
  async answer(toolkit, calls, options) {
    const tool_calls = calls.map(([id, name, args]) => {
      return { type: "function", id, function: { name, arguments: JSON.stringify(args) } } as const;
    });
    const results = await answerChatCalls(toolkit, calls.length === 0 ? { tool_calls: null } : { tool_calls }, options);
    return results.map(({ tool_call_id, content }) => [tool_call_id, content]);
  },
};

const RESPONSES: Provider = {
  name: "Responses",
  list: (toolkit) => toResponsesTools(toolkit),
  toTool: (definition) => ({ type: "function", ...definition, strict: false }),
  async answer(toolkit, calls, options) {
    const items = calls.map(([call_id, name, args]) => {
      return { type: "function_call", call_id, name, arguments: JSON.stringify(args) };
    });
    const output = [{ type: "reasoning", id: "rs_1", summary: [] }, ...items];
    const results = await answerResponsesCalls(toolkit, { output }, options);
    return results.map(({ call_id, output: content }) => [call_id, content]);
  },
};

const ANTHROPIC: Provider = {
  name: "Anthropic",
  list: (toolkit) => toAnthropicTools(toolkit),
  toTool: ({ name, description, parameters }) => ({ name, description, input_schema: parameters }),
  async answer(toolkit, calls, options) {
    const blocks = calls.map(([id, name, input]) => ({ type: "tool_use", id, name, input }));
    const content = [{ type: "text", text: "I shall look." }, ...blocks];
    const results = await answerAnthropicCalls(toolkit, { content }, options);
    return results.map((result) => [result.tool_use_id, result.content, result.is_error ?? false]);
  },
};

const GEMINI: Provider = {
  name: "Gemini",
  list: (toolkit) => toGeminiTools(toolkit)[0]?.functionDeclarations,
  toTool: ({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }),
  async answer(toolkit, calls, options) {
    const functionCalls = calls.map(([id, name, args]) => ({ id, name, args: args as Record<string, unknown> }));
    const results = await answerGeminiCalls(toolkit, calls.length === 0 ? {} : { functionCalls }, options);
    return results.map(({ functionResponse: { id, response } }) => {
      const isError = "error" in response;
      const content = isError ? response : response.output;
      return [id, typeof content === "string" ? content : JSON.stringify(content), isError];
    });
  },
};

export const PROVIDERS: readonly Provider[] = [CHAT, RESPONSES, ANTHROPIC, GEMINI];
