// Runs a call and writes its record, for programs that call a tool as a function. The executor records the calls of models.

import { asToolError } from "../errors/calls.ts";
import type { ToolError } from "../errors.ts";
import { type Budget, byteLength } from "./budget.ts";
import { CallNotes } from "./call_notes.ts";
import { checkCallOptions } from "./call_options.ts";
import type { ToolContext } from "./context.ts";
import { toErrorAnswer, writeAnswer } from "./fit.ts";
import { CallRecord, type RecordedUse, type RecordSubject, type Written } from "./record.ts";
import type { Admission, Answer, CallOptions } from "./spec.ts";

/** An admission whose runs can be noted. */
export interface NotedAdmission<Output> extends Admission<Output> {
  run(use?: RecordedUse<Output>): Promise<Output>;
  answer(limit: number | Budget, use?: RecordedUse<Answer<Output | string>>): Promise<Answer<Output | string>>;
}

interface FunctionCall {
  readonly tool: string;
  readonly makeArgs: () => unknown;
  readonly call: CallOptions;
}

type Recording = Pick<ToolContext, "audit" | "timeoutMs" | "maxArgumentBytes">;

/** Without an audit, only runs `act`. */
export async function runRecorded<Output>(
  context: Recording,
  call: FunctionCall,
  act: (use?: RecordedUse<Output>) => Promise<Output>,
): Promise<Output> {
  const record = startRecord(context, call);
  if (record === null) return act();
  try {
    return await act(record.toUse(writeData));
  } catch (error) {
    throw await keepFailure(context, call, record, error);
  }
}

/** Records a refusal at once, and an admitted call each time it runs. A call that is released without running is not recorded. */
export async function admitRecorded<Output>(
  context: Recording,
  call: FunctionCall,
  act: (notes?: CallNotes) => Promise<NotedAdmission<Output>>,
): Promise<Admission<Output>> {
  const first = startRecord(context, call);
  if (first === null) return act();
  let admission: NotedAdmission<Output>;
  try {
    admission = await act(first.notes);
    first.notes.pause();
  } catch (error) {
    throw await keepFailure(context, call, first, error);
  }
  const runOnce = async <Data>(run: (record: CallRecord) => Promise<Data>): Promise<Data> => {
    const record = startRecord(context, call, first.notes.copy()) ?? first;
    try {
      return await run(record);
    } catch (error) {
      throw await keepFailure(context, call, record, error);
    }
  };
  return {
    needsApproval: admission.needsApproval,
    summarize: () => admission.summarize(),
    run: () => runOnce((record) => admission.run(record.toUse(writeData))),
    answer: (maxBytes) => runOnce((record) => admission.answer(maxBytes, record.toUse(writeAnswer))),
    release: () => admission.release(),
  };
}

/** A value without JSON counts as empty: it never reaches a model unchanged. */
function writeData(data: unknown): Written {
  try {
    const content = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    return { content, bytes: byteLength(content) };
  } catch {
    return { content: "", bytes: 0 };
  }
}

function startRecord(context: Recording, { tool, call }: FunctionCall, notes = new CallNotes()): CallRecord | null {
  const { audit, timeoutMs } = context;
  return audit === undefined ? null : new CallRecord({ audit, timeoutMs }, { tool, ...readCaller(call) }, notes);
}

function keepFailure(
  { maxArgumentBytes }: Recording,
  { makeArgs }: FunctionCall,
  record: CallRecord,
  thrown: unknown,
): Promise<ToolError> {
  record.notes.readArguments(makeArgs, maxArgumentBytes);
  return record.keepError(asToolError(thrown), (error) => writeAnswer(toErrorAnswer(error, Number.POSITIVE_INFINITY)));
}

/** The options are checked only later; invalid ones are left out of the record. */
function readCaller(call: CallOptions): Omit<RecordSubject, "tool"> {
  const nobody = { callId: null, client: undefined, by: "agent" } as const;
  try {
    const { callId, client, by } = call;
    checkCallOptions({ callId, client, by });
    return { callId: callId ?? null, client, by: by ?? "agent" };
  } catch {
    return nobody;
  }
}
