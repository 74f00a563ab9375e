// The tools of a toolkit for OpenAI's Chat Completions and Responses APIs, and the answers to their calls. Imports no SDK: the results are
// plain objects.

import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { type JsonSchema, type ToolsOptions, toDefinitions } from "./definitions.ts";

export type { AnswerOptions } from "./answer_calls.ts";
export type { ToolsOptions } from "./definitions.ts";

/** A tool for Chat Completions. */
export interface ChatTool {
  /** Always `function`. */
  type: "function";
  /** The definition of the tool. */
  function: {
    /** The name by which a model calls the tool. */
    name: string;
    /** The description that the model gets. */
    description: string;
    /** The JSON Schema of the arguments. */
    parameters: JsonSchema;
    /** Whether the provider makes the model follow the schema. */
    strict: boolean;
  };
}

/** A tool for Responses. */
export interface ResponsesTool {
  /** Always `function`. */
  type: "function";
  /** The name by which a model calls the tool. */
  name: string;
  /** The description that the model gets. */
  description: string;
  /** The JSON Schema of the arguments. */
  parameters: JsonSchema;
  /** Whether the provider makes the model follow the schema. */
  strict: boolean;
}

/** A function call in a message of Chat Completions. */
export interface ChatCall {
  /** The id of the call. */
  readonly id: string;
  /** The function that is called. */
  readonly function: {
    /** The name of the tool. */
    readonly name: string;
    /** The arguments as JSON. */
    readonly arguments: string;
  };
}

type AnyChatCall = ChatCall | { readonly id: string; readonly type: "custom" };

/** An assistant message, or the calls to answer. */
export type ChatCalls =
  | readonly AnyChatCall[]
  | {
      /** The calls in the message. */
      readonly tool_calls?: readonly AnyChatCall[] | null;
    };

/** A function call in the output of Responses. */
export interface ResponsesCall {
  /** Always `function_call`. */
  readonly type: "function_call";
  /** The id of the call. */
  readonly call_id: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments as JSON. */
  readonly arguments: string;
}

type AnyItem = ResponsesCall | { readonly type: string };

/** A response, or the output items to answer. */
export type ResponsesCalls =
  | readonly AnyItem[]
  | {
      /** The output items of the response. */
      readonly output: readonly AnyItem[];
    };

/** The result of a call, as a message for the next request. */
export interface ChatToolMessage {
  /** Always `tool`. */
  role: "tool";
  /** The id of the call. */
  tool_call_id: string;
  /** The text for the model. */
  content: string;
}

/** The result of a call, as an input item for the next request. */
export interface ResponsesToolOutput {
  /** Always `function_call_output`. */
  type: "function_call_output";
  /** The id of the call. */
  call_id: string;
  /** The text for the model. */
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

/** Returns one message for each function call, in order. Calls of custom tools are ignored. */
export async function answerChatCalls(
  toolkit: Toolkit,
  message: ChatCalls,
  options: AnswerOptions = {},
): Promise<ChatToolMessage[]> {
  const given = isList(message) ? message : (message.tool_calls ?? []);
  const calls = given.filter(isChatCall).map(({ id, function: { name, arguments: args } }) => ({ id, name, args }));
  return answerCalls(toolkit, calls, options, ({ content }, { id }) => ({ role: "tool", tool_call_id: id, content }));
}

/** Returns one output item for each function call, in order. Other items are ignored. */
export async function answerResponsesCalls(
  toolkit: Toolkit,
  response: ResponsesCalls,
  options: AnswerOptions = {},
): Promise<ResponsesToolOutput[]> {
  const items = isList(response) ? response : response.output;
  const calls = items.filter(isResponsesCall).map(({ call_id: id, name, arguments: args }) => ({ id, name, args }));
  return answerCalls(toolkit, calls, options, ({ content: output }, { id }) => ({
    type: "function_call_output",
    call_id: id,
    output,
  }));
}

// `type` is not checked: some compatible servers leave it out.
function isChatCall(call: AnyChatCall): call is ChatCall {
  return "function" in call && typeof call.function === "object" && call.function !== null;
}

function isResponsesCall(item: AnyItem): item is ResponsesCall {
  return item.type === "function_call";
}
