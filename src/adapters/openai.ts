// The tools of a toolkit for OpenAI's Chat Completions and Responses APIs, and the answers to their calls. Imports no SDK: the results are
// plain objects.

import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { type ToolsOptions, toDefinitions } from "./definitions.ts";
import type { JsonSchema } from "./strict.ts";

export type { AnswerOptions } from "./answer_calls.ts";
export type { ToolsOptions } from "./definitions.ts";

export interface ChatTool {
  type: "function";
  function: { name: string; description: string; parameters: JsonSchema; strict: boolean };
}

export interface ResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: boolean;
}

export interface ChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

type AnyChatCall = ChatCall | { readonly id: string; readonly type: "custom" };

/** An assistant's message, or those of its calls that are to be answered. */
export type ChatCalls = readonly AnyChatCall[] | { readonly tool_calls?: readonly AnyChatCall[] | null };

export interface ResponsesCall {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

type AnyItem = ResponsesCall | { readonly type: string };

/** A response, or those of its output items that are to be answered. */
export type ResponsesCalls = readonly AnyItem[] | { readonly output: readonly AnyItem[] };

export interface ChatToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

export interface ResponsesToolOutput {
  type: "function_call_output";
  call_id: string;
  output: string;
}

/** For `chat.completions.create({ tools })`. */
export function toChatTools(toolkit: Pick<Toolkit, "tools">, options: ToolsOptions = {}): ChatTool[] {
  return toDefinitions(toolkit, options, "nullable").map((definition) => ({ type: "function", function: definition }));
}

/** For `responses.create({ tools })`. */
export function toResponsesTools(toolkit: Pick<Toolkit, "tools">, options: ToolsOptions = {}): ResponsesTool[] {
  return toDefinitions(toolkit, options, "nullable").map((definition) => ({ type: "function", ...definition }));
}

/** One message for each function call, in order; calls of custom tools are left to the program. */
export async function answerChatCalls(
  toolkit: Toolkit,
  message: ChatCalls,
  options: AnswerOptions = {},
): Promise<ChatToolMessage[]> {
  const given = isList(message) ? message : (message.tool_calls ?? []);
  const calls = given.filter(isChatCall);
  const answered = await answerCalls(
    toolkit,
    calls.map(({ id, function: { name, arguments: args } }) => ({ id, name, args })),
    options,
  );
  return answered.map(({ call, result }) => ({ role: "tool", tool_call_id: call.id, content: result.content }));
}

/** One output item for each function call, in order; every other kind of item is left to the program. */
export async function answerResponsesCalls(
  toolkit: Toolkit,
  response: ResponsesCalls,
  options: AnswerOptions = {},
): Promise<ResponsesToolOutput[]> {
  const items = isList(response) ? response : response.output;
  const calls = items.filter(isResponsesCall);
  const answered = await answerCalls(
    toolkit,
    calls.map(({ call_id, name, arguments: args }) => ({ id: call_id, name, args })),
    options,
  );
  return answered.map(({ call, result }) => ({
    type: "function_call_output",
    call_id: call.id,
    output: result.content,
  }));
}

// Not by its type, which some servers that speak this protocol leave out.
function isChatCall(call: AnyChatCall): call is ChatCall {
  return "function" in call && typeof call.function === "object" && call.function !== null;
}

function isResponsesCall(item: AnyItem): item is ResponsesCall {
  return item.type === "function_call";
}
