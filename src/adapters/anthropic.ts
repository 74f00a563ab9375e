// The tools of a toolkit for Anthropic's Messages API, and the answers to its tool calls. Imports no SDK: the results are plain objects.

import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { type Definition, type JsonSchema, type ToolsOptions, toDefinitions } from "./definitions.ts";

export type { AnswerOptions } from "./answer_calls.ts";
export type { ToolsOptions } from "./definitions.ts";

/** A tool in the form that Anthropic takes. */
export interface AnthropicTool {
  /** The name by which a model calls the tool. */
  name: string;
  /** The description that the model gets. */
  description: string;
  /** The JSON Schema of the arguments. */
  input_schema: JsonSchema & {
    /** Always `object`. */
    type: "object";
  };
  /** Present if the provider must make the model follow the schema. */
  strict?: true;
}

/** A `tool_use` block of a message. */
export interface AnthropicCall {
  /** Always `tool_use`. */
  readonly type: "tool_use";
  /** The id of the call. */
  readonly id: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments. */
  readonly input: unknown;
}

type AnyBlock = AnthropicCall | { readonly type: string };

/** A message, or the content blocks to answer. */
export type AnthropicCalls =
  | readonly AnyBlock[]
  | {
      /** The content blocks of the message. */
      readonly content: readonly AnyBlock[];
    };

/** The result of a call, as a block for the next user message. */
export interface AnthropicToolResult {
  /** Always `tool_result`. */
  type: "tool_result";
  /** The id of the call. */
  tool_use_id: string;
  /** The text for the model. */
  content: string;
  /** Present if the call failed or was refused. */
  is_error?: true;
}

/** For `messages.create({ tools })`. */
export function toAnthropicTools(toolkit: Pick<Toolkit, "tools">, options: ToolsOptions = {}): AnthropicTool[] {
  const plain = toDefinitions(toolkit, {}, "optional");
  const strict = chooseStrict(toDefinitions(toolkit, options, "optional"));
  return plain.map((definition) => {
    const { parameters, strict: isStrict, ...rest } = strict.get(definition.name) ?? definition;
    return { ...rest, input_schema: parameters, ...(isStrict ? { strict: isStrict } : {}) };
  });
}

// Anthropic allows 24 optional arguments in the strict tools of a request, but only 16 unions with null.
const MAX_OPTIONAL = 24;

/** By name. Makes as many tools strict as possible, starting with those that have the fewest optional arguments. */
function chooseStrict(definitions: readonly Definition[]): Map<string, Definition> {
  const chosen = new Map<string, Definition>();
  let left = MAX_OPTIONAL;
  const able = definitions.filter(({ strict }) => strict);
  for (const definition of able.sort((a, b) => countOptional(a) - countOptional(b))) {
    left -= countOptional(definition);
    if (left >= 0) chosen.set(definition.name, definition);
  }
  return chosen;
}

/** A strict schema lists all names in `properties`. */
function countOptional({ parameters: { properties, required } }: Definition): number {
  return Object.keys(Object(properties)).length - (Array.isArray(required) ? required.length : 0);
}

/** Returns one block for each `tool_use`, in order. Send all of them in one user message. */
export async function answerAnthropicCalls(
  toolkit: Toolkit,
  message: AnthropicCalls,
  options: AnswerOptions = {},
): Promise<AnthropicToolResult[]> {
  const blocks = isList(message) ? message : message.content;
  const calls = blocks.filter(isToolUse).map(({ id, name, input }) => ({ id, name, args: input }));
  return answerCalls(toolkit, calls, options, ({ content, is_error }, { id }) => ({
    type: "tool_result",
    tool_use_id: id,
    content,
    ...(is_error ? { is_error } : {}),
  }));
}

function isToolUse(block: AnyBlock): block is AnthropicCall {
  return block.type === "tool_use";
}
