// The tools of a toolkit for Anthropic's Messages API, and the answers to its tool calls. Imports no SDK: the results are plain objects.

import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { type ToolsOptions, toDefinitions } from "./definitions.ts";
import type { JsonSchema } from "./strict.ts";

export type { AnswerOptions } from "./answer_calls.ts";
export type { ToolsOptions } from "./definitions.ts";

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: JsonSchema & { type: "object" };
  strict?: true;
}

export interface AnthropicCall {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

type AnyBlock = AnthropicCall | { readonly type: string };

/** A message, or those of its content blocks that are to be answered. */
export type AnthropicCalls = readonly AnyBlock[] | { readonly content: readonly AnyBlock[] };

export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error?: true;
}

/** For `messages.create({ tools })`. */
export function toAnthropicTools(toolkit: Pick<Toolkit, "tools">, options: ToolsOptions = {}): AnthropicTool[] {
  // Optional arguments stay optional: a request may have 24 of those in strict tools, but only 16 unions with null.
  return toDefinitions(toolkit, options, "optional").map(({ name, description, parameters, strict }) => ({
    name,
    description,
    input_schema: parameters,
    ...(strict ? { strict } : {}),
  }));
}

/** One block for each `tool_use`, in order; all of them belong into one user message. */
export async function answerAnthropicCalls(
  toolkit: Toolkit,
  message: AnthropicCalls,
  options: AnswerOptions = {},
): Promise<AnthropicToolResult[]> {
  const blocks = isList(message) ? message : message.content;
  const calls = blocks.filter(isToolUse).map(({ id, name, input }) => ({ id, name, args: input }));
  const answered = await answerCalls(toolkit, calls, options);
  return answered.map(({ call, result }) => ({
    type: "tool_result",
    tool_use_id: call.id,
    content: result.content,
    ...(result.is_error ? { is_error: true } : {}),
  }));
}

function isToolUse(block: AnyBlock): block is AnthropicCall {
  return block.type === "tool_use";
}
