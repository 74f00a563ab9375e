// Makes calls, for all surfaces: admits all, asks a person once, and answers in order (EX-11, EX-15).

import { clockMs } from "../disk/call_clock.ts";
import { isRefusal } from "../errors/calls.ts";
import { admit, type Desk, needsApproval, suspend, type Ticket } from "./admit.ts";
import { answer } from "./answer.ts";
import { approveAll } from "./approve.ts";
import { type Budget, toBudget } from "./budget.ts";
import { writeAnswer } from "./fit.ts";
import { readCallOptions, readCalls, readContext } from "./options.ts";
import type {
  Call,
  CallAnswer,
  CallOptions,
  ExecuteContext,
  Given,
  Result,
  ToolCallResult,
  ToolEvent,
  ToolOutcome,
} from "./types.ts";

/** One result for each call, whatever fails. A failed call does not stop those after it. `limit`: see `answer`. */
async function runCalls(
  desk: Desk,
  calls: readonly Call[],
  given: Given,
  limit: Budget | null,
): Promise<readonly Result[]> {
  const tickets: Ticket[] = [];
  for (const call of calls) {
    const ticket = await admit(desk, call);
    // A call may change what a later one sees, and a batch must not occupy many places at once: each object is opened again when its call
    // runs.
    if (calls.length > 1) suspend(ticket);
    tickets.push(ticket);
  }
  if (tickets.some(needsApproval)) await approveAll(desk.context, tickets, given);
  const results: Result[] = [];
  for (const ticket of tickets) results.push(await answerTold(desk, ticket, limit));
  return results;
}

/** With the events of the call: `started` first, `completed` after its record (EX-22). */
async function answerTold(desk: Desk, ticket: Ticket, limit: Budget | null): Promise<Result> {
  const { call, notes } = ticket;
  if (call.given.onEvent === undefined) return answer(desk, ticket, limit);
  const makeSubject = () => ({
    tool_call_id: call.id,
    tool_name: call.own ?? call.name,
    path: notes?.path ?? null,
    arguments: notes?.arguments.value,
    ...(notes?.sent ? { sent: notes.sent.value } : {}),
  });
  const startMs = clockMs();
  emit(call.given, () => ({ type: "started", ...makeSubject() }));
  const result = await answer(desk, ticket, limit);
  emit(call.given, () => ({
    type: "completed",
    ...makeSubject(),
    is_error: result.error !== null,
    content_bytes: writeAnswer(result).bytes,
    duration_ms: clockMs() - startMs,
    ...(notes?.unknown.length ? { unknown_arguments: notes.unknown } : {}),
    ...(result.error === null ? {} : { error: result.error }),
  }));
  return result;
}

function emit({ onEvent }: Given, makeEvent: () => ToolEvent): void {
  try {
    // A listener may be async despite its type. If it fails, the call does not.
    Promise.resolve(onEvent?.(makeEvent())).catch(() => {});
  } catch {
    // The same.
  }
}

/** The calls of models and of programs that call tools by their names. */
export class Calls {
  readonly #desk: Desk;
  readonly #maxCalls: number;

  constructor(desk: Desk, { maxCallsPerBatch }: { readonly maxCallsPerBatch: number }) {
    this.#desk = desk;
    this.#maxCalls = maxCallsPerBatch;
  }

  async answer(call: unknown, context?: ExecuteContext | null): Promise<CallAnswer> {
    const [answered] = await this.#run(readContext(context), (given) => readCalls([call], given, 1));
    return toCallAnswer(answered as Result);
  }

  async answerBatch(calls: unknown, context?: ExecuteContext | null): Promise<CallAnswer[]> {
    const results = await this.#run(readContext(context), (given) => readCalls(calls, given, this.#maxCalls));
    return results.map(toCallAnswer);
  }

  async execute(call: unknown, context?: ExecuteContext | null): Promise<ToolCallResult> {
    return toResult(await this.answer(call, context));
  }

  async executeBatch(calls: unknown, context?: ExecuteContext | null): Promise<ToolCallResult[]> {
    return (await this.answerBatch(calls, context)).map(toResult);
  }

  /** Returns the data, without a size limit. */
  invoke(name: string, args: unknown, options?: CallOptions): Promise<ToolOutcome<unknown>> {
    return callAsFunction(this.#desk, name, () => args, options);
  }

  #run(given: Given, read: (given: Given) => readonly Call[]): Promise<readonly Result[]> {
    return runCalls(this.#desk, read(given), given, toBudget(given.options, this.#desk.context));
  }
}

/** For a program: never rejects because of a model or a disk. */
export async function callAsFunction<Output>(
  desk: Desk,
  name: string,
  readArgs: () => unknown,
  options: CallOptions | undefined,
): Promise<ToolOutcome<Output>> {
  const call = toFunctionCall(name, readArgs, options);
  const [result] = await runCalls(desk, [call], call.given, null);
  return toOutcome(result as Result);
}

export function toFunctionCall(name: string, readArgs: () => unknown, options: CallOptions | undefined): Call {
  const given = readCallOptions(options);
  return { id: given.options.callId ?? null, name, own: name, readArgs, given, fault: given.fault };
}

/** `Output` is that of the tool which was called. */
function toOutcome<Output>({ error, data }: Result): ToolOutcome<Output> {
  if (error === null) return { status: "success", data: data as Output };
  return { status: isRefusal(error) ? "denied" : "failure", error };
}

function toCallAnswer({ id, error, text, data, format, describeLeftOut }: Result): CallAnswer {
  return { tool_call_id: id, content: text, is_error: error !== null, data, format, describeLeftOut };
}

function toResult({ tool_call_id, content, is_error }: CallAnswer): ToolCallResult {
  return { tool_call_id, content, is_error };
}
