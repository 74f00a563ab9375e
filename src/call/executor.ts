// The executor: runs calls and batches of calls, and returns exactly one answer for each, in order, whatever fails.

import { clockMs } from "../disk/call_clock.ts";
import { invalidArgument, limitExceeded } from "../errors/arguments.ts";
import { asToolError, cancelled, duplicateToolCallId } from "../errors/calls.ts";
import { ToolError } from "../errors.ts";
import { type ApprovalRequest, askApproval, askNobody } from "./approval.ts";
import { notApproved, noteAnswer, runApproved, toRequest } from "./approve.ts";
import { toBudget } from "./budget.ts";
import { CallNotes } from "./call_notes.ts";
import { checkCallOptions } from "./call_options.ts";
import type { CallAnswer, ExecuteContext, ToolCallResult, ToolEvent } from "./call_types.ts";
import type { ToolContext } from "./context.ts";
import { refuseEarly, settle } from "./factory.ts";
import { toErrorAnswer, writeAnswer } from "./fit.ts";
import { CallRecord } from "./record.ts";
import { type NotedAdmission, runRecorded } from "./recorded.ts";
import type { AnyTool, ToolRegistry } from "./registry.ts";
import type { Answer, CallOptions, ToolOutcome } from "./spec.ts";
import { toToolNames } from "./tool_names.ts";
import { readCall, readCalls, readContext, type UntrustedCall, type UntrustedContext } from "./untrusted_input.ts";

/** A longer batch gets one answer, and none of its calls is read. Far more than a model makes in one message. */
const MAX_CALLS_ANSWERED = 1024;

export interface ExecutorLimits {
  readonly maxCallsPerBatch: number;
}

interface Admitted {
  readonly tool: AnyTool;
  readonly admission: NotedAdmission<unknown>;
}

/** `own`: the tool's own name; null if no tool can have the name of the call. */
type NamedCall = UntrustedCall & { readonly own: string | null };

/** One call in progress: its identity, and either the prepared call or the reason for its refusal. */
interface Ticket {
  readonly id: string | null;
  readonly name: string | null;
  /** Undefined if there is neither a record nor a listener. */
  readonly notes: CallNotes | undefined;
  outcome: Admitted | ToolError;
}

interface Answered {
  readonly answer: Answer<unknown>;
  readonly error: ToolError | null;
}

export class Executor {
  readonly #context: ToolContext;
  readonly #registry: ToolRegistry;
  readonly #limits: ExecutorLimits;

  constructor(context: ToolContext, registry: ToolRegistry, limits: ExecutorLimits) {
    this.#context = context;
    this.#registry = registry;
    this.#limits = limits;
  }

  /** Runs one call and returns its data, without a size limit. */
  invoke(name: string, args: unknown, call: CallOptions = {}): Promise<ToolOutcome<unknown>> {
    const context = this.#context;
    return settle(() =>
      runRecorded(context, { tool: name, makeArgs: () => args, call }, async (use) => {
        refuseEarly(context.policy, name);
        return runApproved(context, this.#registry.get(name), args, checkCallOptions(call), use);
      }),
    );
  }

  async execute(call: unknown, context?: ExecuteContext): Promise<ToolCallResult> {
    return toResult(await this.answer(call, context));
  }

  async executeBatch(calls: readonly unknown[], context?: ExecuteContext): Promise<ToolCallResult[]> {
    return (await this.answerBatch(calls, context)).map(toResult);
  }

  async answer(call: unknown, context?: ExecuteContext): Promise<CallAnswer> {
    const given = readContext(context);
    const ticket = await this.#admit(readCall(call), 0, new Set(), given);
    if (needsApproval(ticket)) await this.#approve([ticket], given);
    return this.#run(ticket, given);
  }

  /** Asks for approval at most once, before anything runs; then runs the calls in order. A failed call does not stop those after it. */
  async answerBatch(calls: readonly unknown[], context?: ExecuteContext): Promise<CallAnswer[]> {
    const given = readContext(context);
    const tickets = await this.#admitAll(calls, given);
    await this.#approve(tickets, given);
    const answers: CallAnswer[] = [];
    for (const ticket of tickets) answers.push(await this.#run(ticket, given));
    return answers;
  }

  async #admitAll(unread: unknown, given: UntrustedContext): Promise<Ticket[]> {
    let calls: readonly UntrustedCall[];
    try {
      calls = readCalls(unread, Math.max(MAX_CALLS_ANSWERED, this.#limits.maxCallsPerBatch));
    } catch (error) {
      return [{ id: null, name: null, notes: this.#makeNotes(given), outcome: asToolError(error) }];
    }
    const ids = new Set<string>();
    const tickets: Ticket[] = [];
    for (const [index, call] of calls.entries()) {
      const ticket = await this.#admit(call, index, ids, given);
      // A call may change what a later one sees, and a batch must not occupy many places at once: each target is opened again when its call
      // runs.
      if (calls.length > 1) release(ticket);
      tickets.push(ticket);
    }
    return tickets;
  }

  async #admit(call: UntrustedCall, index: number, ids: Set<string>, given: UntrustedContext): Promise<Ticket> {
    const notes = this.#makeNotes(given);
    const { id, args } = call;
    const own = call.name === null ? null : toToolNames(given.options.toolPrefix).read(call.name);
    const name = own ?? call.name;
    let outcome: Ticket["outcome"];
    try {
      const tool = this.#check({ ...call, own }, index, ids, given.fault);
      outcome = { tool, admission: await tool.admit(args, { ...given.options, callId: id ?? undefined }, notes) };
    } catch (error) {
      outcome = asToolError(error);
    }
    notes?.readArguments(() => args, this.#context.maxArgumentBytes);
    notes?.pause();
    return { id, name, notes, outcome };
  }

  #makeNotes({ onEvent }: UntrustedContext): CallNotes | undefined {
    return this.#context.audit === undefined && onEvent === undefined ? undefined : new CallNotes();
  }

  // 1 disabled, denylist 2 the context, the call's shape, its id, its position in the batch 3 the tool 4 the gate. A call that the policy
  // refuses learns neither the batch rules nor which tools exist.
  #check({ id, name, own }: NamedCall, index: number, ids: Set<string>, fault: ToolError | null): AnyTool {
    // Remembered first: the id is taken, whatever else is wrong with the call.
    const isRepeated = id !== null && ids.has(id);
    if (id !== null) ids.add(id);
    refuseEarly(this.#context.policy, this.#registry.policyName(own ?? ""));
    if (fault !== null) throw fault;
    if (id === null) throw invalidArgument("id of the call must be a non-empty string");
    if (name === null) throw invalidArgument("name of the call must be a non-empty string");
    if (isRepeated) throw duplicateToolCallId(id);
    const { maxCallsPerBatch } = this.#limits;
    if (index >= maxCallsPerBatch)
      throw limitExceeded(`a batch has at most ${maxCallsPerBatch} calls; send the rest in another`);
    return this.#registry.get(own, name);
  }

  async #approve(tickets: readonly Ticket[], { approve = this.#context.approve, options }: UntrustedContext) {
    const asking = tickets.filter(needsApproval);
    if (asking.length === 0) return;
    for (const ticket of tickets) release(ticket);
    const requests = approve === undefined || approve === askNobody ? [] : asking.flatMap(describe);
    const limits = { signal: options.signal, timeoutMs: this.#context.approvalTimeoutMs };
    const approved = await askApproval(approve, requests, limits);
    for (const { callId } of requests) noteAnswer(asking.find(({ id }) => id === callId)?.notes, approved, callId);
    for (const ticket of asking.filter(needsApproval)) {
      if (!approved.has(ticket.id ?? "")) ticket.outcome = notApproved(ticket.name ?? "");
    }
  }

  async #run(ticket: Ticket, given: UntrustedContext): Promise<CallAnswer> {
    const { id, name, notes } = ticket;
    const makeSubject = () => ({
      tool_call_id: id,
      tool_name: name,
      path: notes?.path ?? null,
      arguments: notes?.arguments.value,
      ...(notes?.sent ? { sent: notes.sent.value } : {}),
    });
    const startMs = clockMs();
    notes?.resume();
    emit(given, () => ({ type: "started", ...makeSubject() }));
    const { answer, error } = await this.#answer(ticket, given);
    emit(given, () => ({
      type: "completed",
      ...makeSubject(),
      is_error: error !== null,
      content_bytes: writeAnswer(answer).bytes,
      duration_ms: clockMs() - startMs,
      ...(notes?.unknown.length ? { unknown_arguments: notes.unknown } : {}),
      ...(error === null ? {} : { error }),
    }));
    const { text: content, ...rest } = answer;
    return { tool_call_id: id, content, is_error: error !== null, ...rest };
  }

  async #answer(ticket: Ticket, { options }: UntrustedContext): Promise<Answered> {
    const { format = this.#context.format, signal } = options;
    const form = { format, nameTool: toToolNames(options.toolPrefix).show };
    const budget = toBudget(options, this.#context);
    const toAnswer = (error: ToolError) => toErrorAnswer(error, budget, form);
    const record = this.#startRecord(ticket, options);
    const use = record?.toUse(writeAnswer);
    const { outcome } = ticket;
    try {
      if (signal?.aborted) throw cancelled();
      if (ToolError.isInstance(outcome)) throw outcome;
      return { answer: await outcome.admission.answer(budget, use), error: null };
    } catch (thrown) {
      const failure = asToolError(thrown);
      const error = record === null ? failure : await record.keepError(failure, (told) => writeAnswer(toAnswer(told)));
      return { answer: toAnswer(error), error };
    } finally {
      release(ticket);
    }
  }

  #startRecord({ id, name, notes }: Ticket, { client, by = "agent" }: CallOptions): CallRecord | null {
    const { audit, timeoutMs } = this.#context;
    if (audit === undefined || notes === undefined) return null;
    return new CallRecord({ audit, timeoutMs }, { callId: id, tool: name, client, by }, notes);
  }
}

function toResult({ tool_call_id, content, is_error }: CallAnswer): ToolCallResult {
  return { tool_call_id, content, is_error };
}

function needsApproval({ outcome }: Ticket): boolean {
  return !ToolError.isInstance(outcome) && outcome.admission.needsApproval;
}

/** If a summary cannot be made, the call fails as a fault of the tool, and nobody is asked. */
function describe(ticket: Ticket): ApprovalRequest[] {
  const { id, outcome } = ticket;
  if (id === null || ToolError.isInstance(outcome)) return [];
  try {
    return [toRequest(outcome.tool, outcome.admission, id)];
  } catch (error) {
    ticket.outcome = asToolError(error);
    return [];
  }
}

function release({ outcome }: Ticket): void {
  if (!ToolError.isInstance(outcome)) outcome.admission.release();
}

function emit({ onEvent }: UntrustedContext, makeEvent: () => ToolEvent): void {
  if (onEvent === undefined) return;
  try {
    // A listener may be async despite its type. If it fails, the call does not.
    Promise.resolve(onEvent(makeEvent())).catch(() => {});
  } catch {
    // The same.
  }
}
