// The second half of a call: runs it, and makes its result.

import { asToolError, cancelled } from "../errors/calls.ts";
import type { ToolError } from "../errors.ts";
import { type Desk, isReady, open, type Ready, release, type Ticket, takeKept } from "./admit.ts";
import { type Budget, toOutputBytes } from "./budget.ts";
import type { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";
import { type AnswerForm, fitAnswer, showParts, toErrorAnswer, toFound, withReadAs, writeAnswer } from "./fit.ts";
import { type CallTime, letGo, limitsLeft, requireOpened, toClock } from "./hold.ts";
import { DEFAULT_CALL_ID } from "./options.ts";
import { raceLimits } from "./race_limits.ts";
import { CallRecord, writeData } from "./record.ts";
import { enter } from "./scope.ts";
import { toToolNames } from "./tool_names.ts";
import type { Answer, Call, Result } from "./types.ts";

/** One run of a call. */
interface Run {
  readonly context: ToolContext;
  readonly call: Call;
  /** Of the answer. Null: the caller wants the data itself. */
  readonly limit: Budget | null;
  readonly form: AnswerForm;
  readonly time: CallTime;
  readonly notes: CallNotes | undefined;
  readonly record: CallRecord | null;
}

/**
 * 6. a permit; the object is opened again with every check, if it was let go
 * 7. the tool runs and returns what it has found
 * 8. as much of it as fits becomes the answer
 * 9. the record: of every result, refusals and unknown tools too, before it leaves. A record that fails replaces the result.
 */
export async function answer({ context }: Desk, ticket: Ticket, limit: Budget | null): Promise<Result> {
  const { call, notes, outcome } = ticket;
  const time = ticket.time.copy();
  const record = startRecord(context, ticket, time);
  const form = limit === null ? {} : toForm(context, call);
  try {
    if (call.given.options.signal?.aborted) throw cancelled();
    if (!isReady(outcome)) throw outcome;
    return toResult(call, await run(outcome, { context, call, limit, form, time, notes, record }), null);
  } catch (thrown) {
    const write = (error: ToolError) => toErrorAnswer(error, limit ?? Number.POSITIVE_INFINITY, form);
    const failure = asToolError(thrown);
    const error = record === null ? failure : await record.keepError(failure, writeAnswer(write(failure)));
    return toResult(call, write(error), error);
  } finally {
    release(ticket);
  }
}

function toResult({ id }: Call, answered: Answer<unknown>, error: ToolError | null): Result {
  const { data, text, format, sentBytes, describeLeftOut } = answered;
  return { id, error, data, text, format, sentBytes, describeLeftOut };
}

async function run(ready: Ready, { context, call, limit, form, time, notes, record }: Run): Promise<Answer<unknown>> {
  const { tool, request, readAs, place, limits } = ready;
  const held = takeKept(ready) ?? (await open(context, ready, time, notes));
  try {
    const { node, denied } = requireOpened(held);
    const answered = await raceLimits(limitsLeft(limits, time), async (ending) => {
      const facts = toFacts(context, call, ready, limit, form);
      const clock = toClock(limits, time);
      const { scope } = await enter({ context, tool, facts, clock, denied, ending, notes }, node, place.relative);
      const found = toFound(tool.spec, await tool.spec.run(request, node, scope), request);
      if (limit !== null) return fitAnswer(found, limit, { ...form, readAs });
      return { data: withReadAs(showParts(found).data, readAs), text: "", format: "json" as const };
    });
    if (record !== null) await record.keep(limit === null ? writeData(answered.data) : writeAnswer(answered));
    return answered;
  } finally {
    letGo(held);
  }
}

function startRecord({ audit, timeoutMs }: ToolContext, { call, notes }: Ticket, time: CallTime): CallRecord | null {
  if (audit === undefined || notes === undefined) return null;
  const { client, by = "agent" } = call.given.options;
  return new CallRecord(
    { audit, timeoutMs },
    { callId: call.id, tool: call.own ?? call.name, client, by },
    notes,
    time,
  );
}

function toForm(context: ToolContext, { given: { options } }: Call): AnswerForm {
  const { format = context.format, toolPrefix } = options;
  return { format, nameTool: toToolNames(toolPrefix).show };
}

/** What a tool may know of its call. */
function toFacts(
  context: ToolContext,
  { id, given: { options } }: Call,
  { tool, timeoutMs }: Ready,
  limit: Budget | null,
  { format = context.format }: AnswerForm,
) {
  return {
    callId: id ?? DEFAULT_CALL_ID,
    timeoutMs,
    maxOutputBytes: toOutputBytes(options, context),
    availableCapacityBytes: options.availableCapacityBytes ?? context.capacityBytes,
    answer: limit === null ? undefined : { maxBytes: limit.mostBytes, format },
    nameTool: toToolNames(options.toolPrefix).show,
    allowTruncation: tool.traits.allowsTruncation ?? false,
  };
}
