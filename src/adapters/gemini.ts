// The tools of a toolkit for Gemini's generateContent, and the answers to its function calls. Imports no SDK: the results are plain objects.

import type { CallAnswer } from "../call/types.ts";
import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { type JsonSchema, toDefinitions } from "./definitions.ts";

export type { AnswerOptions } from "./answer_calls.ts";

/** The tools in the form that Gemini takes. */
export interface GeminiTool {
  /** One declaration for each tool. */
  functionDeclarations: {
    /** The name by which a model calls the tool. */
    name: string;
    /** The description that the model gets. */
    description: string;
    /** The JSON Schema of the arguments. */
    parametersJsonSchema: JsonSchema;
  }[];
}

/** A function call of a response. */
export interface GeminiCall {
  /** The id of the call, if it has one. */
  readonly id?: string | undefined;
  /** The name of the tool. */
  readonly name?: string | undefined;
  /** The arguments. */
  readonly args?: object | undefined;
}

/** A response, or the calls to answer. */
export type GeminiCalls =
  | readonly GeminiCall[]
  | {
      /** The calls in the response. */
      readonly functionCalls?: readonly GeminiCall[] | undefined;
    };

/** The result of a call, as a part of the next user content. */
export interface GeminiResultPart {
  /** The result of the function. */
  functionResponse: {
    /** The id of the call, if it had one. */
    id?: string;
    /** The name of the tool. */
    name: string;
    /** The output, or the error. */
    response:
      | {
          /** The output of the tool. */
          output: unknown;
        }
      | {
          /** Why the call failed or was refused. */
          error: unknown;
        };
  };
}

/** For `generateContent({ config: { tools } })`. */
export function toGeminiTools(toolkit: Pick<Toolkit, "tools">): GeminiTool[] {
  const functionDeclarations = toDefinitions(toolkit, {}, "optional").map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return [{ functionDeclarations }];
}

/** Returns one part for each function call, in order. Send all of them in one user content. */
export async function answerGeminiCalls(
  toolkit: Toolkit,
  response: GeminiCalls,
  options: AnswerOptions = {},
): Promise<GeminiResultPart[]> {
  const given = isList(response) ? response : (response.functionCalls ?? []);
  const calls = given.map(({ id, name, args }) => ({ id, name, args }));
  return answerCalls(toolkit, calls, options, (answer, { id, name = "" }) => ({
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: answer.is_error ? { error: toError(answer) } : { output: toData(answer) },
    },
  }));
}

/** Passed as data if possible: JSON as a string would reach the model with every quote escaped again. */
function toData({ content, data, format }: CallAnswer): unknown {
  return format === "json" && typeof data === "object" && data !== null ? data : content;
}

function toError(answer: CallAnswer): unknown {
  const data = toData(answer);
  return typeof data === "object" && data !== null && "error" in data ? data.error : answer.content;
}
