// The tools of a toolkit for Gemini's generateContent, and the answers to its function calls. Imports no SDK: the results are plain objects.

import type { CallAnswer } from "../executor/types.ts";
import type { Toolkit } from "../toolkit.ts";
import { type AnswerOptions, answerCalls, isList } from "./answer_calls.ts";
import { toDefinitions } from "./definitions.ts";
import type { JsonSchema } from "./strict.ts";

export type { AnswerOptions } from "./answer_calls.ts";

export interface GeminiTool {
  functionDeclarations: { name: string; description: string; parametersJsonSchema: JsonSchema }[];
}

export interface GeminiCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: object | undefined;
}

/** A response, or those of its calls that are to be answered. */
export type GeminiCalls = readonly GeminiCall[] | { readonly functionCalls?: readonly GeminiCall[] | undefined };

export interface GeminiResultPart {
  functionResponse: { id?: string; name: string; response: { output: unknown } | { error: unknown } };
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

/** One part for each function call, in order; all of them belong into one user content. */
export async function answerGeminiCalls(
  toolkit: Toolkit,
  response: GeminiCalls,
  options: AnswerOptions = {},
): Promise<GeminiResultPart[]> {
  const given = isList(response) ? response : (response.functionCalls ?? []);
  const calls = given.map(({ id, name, args }) => ({ id, name, args }));
  const answered = await answerCalls(toolkit, calls, options);
  return answered.map(({ call: { id, name = "" }, result }) => ({
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: result.is_error ? { error: toError(result) } : { output: toData(result) },
    },
  }));
}

/** As data where there is some: a string of JSON would reach the model with every quote escaped once more. */
function toData({ content, data, format }: CallAnswer): unknown {
  return format === "json" && typeof data === "object" && data !== null ? data : content;
}

function toError(result: CallAnswer): unknown {
  const data = toData(result);
  return typeof data === "object" && data !== null && "error" in data ? data.error : result.content;
}
