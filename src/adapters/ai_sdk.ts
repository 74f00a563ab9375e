// The tools of a toolkit as a tool set of the AI SDK. Imports no SDK: the results are plain objects.

import type { ToolCallResult } from "../call/types.ts";
import { readOwnerInput } from "../input/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";
import { ANSWER_RULES, type AnswerOptions, answerCalls } from "./answer_calls.ts";
import { type JsonSchema, TOOLS_RULES, type ToolsOptions, toDefinitions } from "./definitions.ts";

/** Options of `toAiSdkTools`. */
export interface AiSdkOptions extends ToolsOptions, Omit<AnswerOptions, "signal"> {}

/** The JSON Schema of a tool's arguments, in the two forms that the SDK reads. */
export interface AiSdkSchema {
  /** The schema itself. */
  readonly jsonSchema: JsonSchema;
  /** Accepts every value: porthole validates arguments itself. */
  validate(value: unknown): {
    /** Always true. */
    success: true;
    /** The value, unchanged. */
    value: unknown;
  };
  /** The same as a Standard Schema. */
  readonly "~standard": {
    /** The version of Standard Schema. */
    readonly version: 1;
    /** The name of the library. */
    readonly vendor: "porthole";
    /** Accepts every value: porthole validates arguments itself. */
    validate(value: unknown): {
      /** The value, unchanged. */
      value: unknown;
    };
    /** The JSON Schemas of input and output. */
    readonly jsonSchema: {
      /** The schema itself. */
      input(): JsonSchema;
      /** The schema itself. */
      output(): JsonSchema;
    };
  };
}

/** What the AI SDK passes along with a call. All calls of one step share `messages`. */
export interface AiSdkStep {
  /** The id of the call. */
  readonly toolCallId: string;
  /** The messages of the step. Calls with the same ones form a batch. */
  readonly messages: object;
  /** Cancels the call. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** A tool in the form that the AI SDK takes. */
export interface AiSdkTool {
  /** The description that the model gets. */
  description: string;
  /** The schema of the arguments. */
  inputSchema: AiSdkSchema;
  /** Present if the provider must make the model follow the schema. */
  strict?: true;
  /** Called by the SDK for each tool call. */
  execute(input: unknown, step: AiSdkStep): Promise<ToolCallResult>;
  /** Called by the SDK to convert the result for the model. */
  toModelOutput(result: {
    /** The result of `execute`. */
    output: ToolCallResult;
  }): {
    /** Whether the call failed. */
    type: "text" | "error-text";
    /** The text for the model. */
    value: string;
  };
}

/** A call that waits for the others of its step. */
interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly step: AiSdkStep;
  resolve(result: ToolCallResult): void;
  reject(reason: unknown): void;
}

/** The SDK passes a signal for each step. */
const { signal: _, ...STEP_RULES } = ANSWER_RULES;

/** For `generateText({ tools })`, `streamText` and agents. A failed call sets `is_error`, and the model sees it as an error. */
export function toAiSdkTools(toolkit: Toolkit, options: AiSdkOptions = {}): Record<string, AiSdkTool> {
  const { strict, ...answering } = readOwnerInput("options", options, { ...TOOLS_RULES, ...STEP_RULES });
  const run = createGatherer(toolkit, answering);
  const entries = toDefinitions(toolkit, { strict }, "nullable").map(
    ({ name, description, parameters, strict }): [string, AiSdkTool] => [
      name,
      {
        description,
        inputSchema: toSchema(parameters),
        ...(strict ? { strict } : {}),
        execute: (args, step) => run(name, args, step),
        toModelOutput: ({ output: { content, is_error } }) => ({
          type: is_error ? "error-text" : "text",
          value: content,
        }),
      },
    ],
  );
  return Object.fromEntries(entries);
}

// The SDK recognises its own schemas by this symbol and sends them unchanged. Its types only see the Standard Schema form without an
// import; if the SDK used that form, it would add `additionalProperties: false`.
function toSchema(jsonSchema: JsonSchema): AiSdkSchema {
  return {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema,
    validate: (value) => ({ success: true, value }),
    "~standard": {
      version: 1,
      vendor: "porthole",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}

/** The SDK starts each call of a step separately. Gathering them into one batch means that a person is asked only once. */
function createGatherer(toolkit: Toolkit, options: AnswerOptions) {
  let waiting: Waiting[] = [];
  const flush = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const { step } = first;
      void runBatch(toolkit, waiting.filter(isOf(step)), options);
      waiting = waiting.filter((call) => !isOf(step)(call));
    }
  };
  return (name: string, args: unknown, step: AiSdkStep) =>
    new Promise<ToolCallResult>((resolve, reject) => {
      if (waiting.push({ id: step.toolCallId, name, args, step, resolve, reject }) === 1) setImmediate(flush);
    });
}

// A batch has one signal, but a per-tool timeout gives calls a signal of their own.
function isOf({ messages, abortSignal }: AiSdkStep) {
  return ({ step }: Waiting) => step.messages === messages && step.abortSignal === abortSignal;
}

async function runBatch(toolkit: Toolkit, batch: readonly Waiting[], options: AnswerOptions): Promise<void> {
  const signal = batch[0]?.step.abortSignal;
  try {
    await answerCalls(toolkit, batch, { ...options, signal }, ({ tool_call_id, content, is_error }, { resolve }) =>
      resolve({ tool_call_id, content, is_error }),
    );
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
