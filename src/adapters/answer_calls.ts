// Runs the calls of one model message and returns their results. All adapters share it.

import type { CallAnswer, ExecuteContext, ToolCall, ToolEvent } from "../executor/types.ts";
import { ANYTHING, readOwnerInput } from "../security/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";
import { dropNulls } from "./strict.ts";

/** Options of the functions that answer calls. */
export interface AnswerOptions {
  /** For each result. Default: that of the configuration. */
  readonly maxOutputBytes?: number | undefined;
  /** The room that is left in front of the model. Default: 65,536. */
  readonly availableCapacityBytes?: number | undefined;
  /** For each call. Default: the tool's own. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the calls. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a call starts and when it ends, with its path and its arguments. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined;
}

/** The values are checked with the calls. */
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
  /** An object, or its JSON. */
  readonly args: unknown;
}

export interface Answered<Call> {
  readonly call: Call;
  readonly result: CallAnswer;
}

/** One result for each call, in order, as one batch: a person is asked once. Throws for options that are unknown, and for nothing that a model wrote. */
export async function answerCalls<Call extends ProviderCall>(
  toolkit: Pick<Toolkit, "tools" | "answerBatch">,
  calls: readonly Call[],
  options: AnswerOptions,
): Promise<Answered<Call>[]> {
  const context = toContext(readOwnerInput("options", options, ANSWER_RULES));
  const schemas = new Map(toolkit.tools().map(({ name, parameters }) => [name, parameters]));
  const makeId = createIdMaker(calls);
  const batch = calls.map(({ id, name = "", args }): ToolCall => {
    const given = dropNulls(readArguments(args), schemas.get(name));
    // The executor answers a call whose arguments are no object; the type names only what it runs.
    return { id: id || makeId(), name, arguments: given as ToolCall["arguments"] };
  });
  const results = await toolkit.answerBatch(batch, context);
  // By place: ids may be missing, or stand twice. A batch that is too long has one answer, which holds for each of its calls.
  return calls.flatMap((call, index) => {
    const result = results[index] ?? results[0];
    return result === undefined ? [] : [{ call, result }];
  });
}

/** Whether a program passed the calls themselves, not the message that they came in. */
export function isList<Item>(given: readonly Item[] | object): given is readonly Item[] {
  return Array.isArray(given);
}

/** What is no JSON stays the text that it is, and is refused as such. */
function readArguments(args: unknown): unknown {
  if (typeof args !== "string") return args;
  try {
    return args.trim() === "" ? {} : JSON.parse(args);
  } catch {
    return args;
  }
}

/** For calls without an id, which are told apart by their place alone. */
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
