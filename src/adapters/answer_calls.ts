// Runs the calls of one model message and returns their results. All adapters share it.

import type { CallAnswer, ExecuteContext, ToolCall, ToolEvent } from "../call/types.ts";
import { ANYTHING, readOwnerInput } from "../input/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";
import { dropNulls } from "./definitions.ts";

/** Options of the functions that answer calls. */
export interface AnswerOptions {
  /** Limit for each result. Default: from the configuration. */
  readonly maxOutputBytes?: number | undefined;
  /** Room left in the model's context. Default: 65,536. */
  readonly availableCapacityBytes?: number | undefined;
  /** Timeout for each call. Default: the tool's own. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the calls. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a call starts and when it ends, with its path and its arguments. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
}

/** Only the names are checked here; the executor checks the values. */
export const ANSWER_RULES = {
  maxOutputBytes: ANYTHING,
  availableCapacityBytes: ANYTHING,
  timeoutMs: ANYTHING,
  signal: ANYTHING,
  onEvent: ANYTHING,
};

export interface ProviderCall {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** An object, or JSON text. */
  readonly args: unknown;
}

/**
 * Runs the calls as one batch and returns one result for each, in order and in the form that `toResult` gives it; a person is asked once.
 * Throws on unknown options, never because of anything that a model wrote.
 */
export async function answerCalls<Call extends ProviderCall, Result>(
  toolkit: Pick<Toolkit, "tools" | "answerBatch">,
  calls: readonly Call[],
  options: AnswerOptions,
  toResult: (answer: CallAnswer, call: Call) => Result,
): Promise<Result[]> {
  const context = toContext(readOwnerInput("options", options, ANSWER_RULES));
  const schemas = new Map(toolkit.tools().map(({ name, parameters }) => [name, parameters]));
  const makeId = createIdMaker(calls);
  const batch = calls.map(({ id, name = "", args }): ToolCall => {
    const given = dropNulls(readArguments(args), schemas.get(name));
    // Arguments may be something other than an object: the executor refuses such calls itself.
    return { id: id || makeId(), name, arguments: given as ToolCall["arguments"] };
  });
  const answers = await toolkit.answerBatch(batch, context);
  // Matched by position, because ids may be missing or repeated. A batch that is too long gets one answer, which applies to each of its
  // calls.
  return calls.flatMap((call, index) => {
    const answer = answers[index] ?? answers[0];
    return answer === undefined ? [] : [toResult(answer, call)];
  });
}

/** Whether the caller passed a list of calls rather than the message that contains them. */
export function isList<Item>(given: readonly Item[] | object): given is readonly Item[] {
  return Array.isArray(given);
}

/** Text that is not valid JSON is passed on as it is, and the executor refuses it. */
function readArguments(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return args.trim() === "" ? {} : JSON.parse(args);
  } catch {
    return args;
  }
}

/** For calls without an id, which only their position identifies. */
function createIdMaker(calls: readonly ProviderCall[]): () => string {
  const taken = new Set(calls.map(({ id }) => id));
  let count = 0;
  return () => {
    do count++;
    while (taken.has(`call_${count}`));
    return `call_${count}`;
  };
}

function toContext(options: AnswerOptions): ExecuteContext {
  const { maxOutputBytes, availableCapacityBytes, timeoutMs, signal, onEvent } = options;
  return {
    max_output_bytes: maxOutputBytes,
    available_capacity_bytes: availableCapacityBytes,
    timeout_ms: timeoutMs,
    signal,
    ...(onEvent === undefined ? {} : { on_event: onEvent }),
  };
}
