// The executor: calls in, exactly one string out for each, in order, whatever the tool, the disk or the caller do. Leaves each
// call's own rules to the gate, reading what was handed over to given.ts, and what fits to budget.ts.

import type { ToolContext } from "../context.ts";
import {
  cancelled,
  duplicateToolCallId,
  internalFailure,
  invalidArgument,
  limitExceeded,
  policyDenied,
  ToolError,
} from "../errors.ts";
import { notApproved, settle } from "../factory.ts";
import { DEFAULT_CAPACITY_BYTES } from "../gate/scope.ts";
import type { Admission, CallOptions, ToolOutcome } from "../gate/spec.ts";
import { type ApprovalRequest, askApproval } from "../security/approval.ts";
import { decideEarly } from "../security/policy.ts";
import { clockMs } from "../workspace/pace.ts";
import { byteLength, fitContent, renderError } from "./budget.ts";
import { type GivenCall, type GivenContext, readCall, readCalls, readContext } from "./given.ts";
import type { AnyTool, ToolRegistry } from "./registry.ts";
import type { ExecuteContext, ToolCallResult, ToolEvent } from "./types.ts";

/** A batch above it gets one answer, and none of its calls is read. Far more calls than a model makes in one message. */
const MAX_CALLS_ANSWERED = 1024;

export interface ExecutorLimits {
  readonly maxCallsPerBatch: number;
}

interface Admitted {
  readonly tool: AnyTool;
  readonly admission: Admission<unknown>;
}

/** One call on its way: who it is, and either what will be run or why it will not. */
interface Ticket {
  readonly id: string | null;
  readonly name: string | null;
  outcome: Admitted | ToolError;
}

interface Answer {
  readonly content: string;
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

  /** The same way as `execute`, with data at its end in place of a string. */
  async invoke(name: string, args: unknown, call?: CallOptions): Promise<ToolOutcome<unknown>> {
    const found = await settle(async () => this.#find(name));
    return found.status === "success" ? found.data.invoke(args, call) : found;
  }

  async execute(call: unknown, context?: ExecuteContext): Promise<ToolCallResult> {
    const given = readContext(context);
    const ticket = await this.#admit(readCall(call), 0, new Set(), given);
    await this.#approve([ticket], given);
    return this.#run(ticket, given);
  }

  /** Asks at most once, before anything runs; then runs in order. A call that fails does not stop those after it. */
  async executeBatch(calls: readonly unknown[], context?: ExecuteContext): Promise<ToolCallResult[]> {
    const given = readContext(context);
    const tickets = await this.#admitAll(calls, given);
    await this.#approve(tickets, given);
    const results: ToolCallResult[] = [];
    for (const ticket of tickets) results.push(await this.#run(ticket, given));
    return results;
  }

  async #admitAll(unread: unknown, given: GivenContext): Promise<Ticket[]> {
    let calls: readonly GivenCall[];
    try {
      calls = readCalls(unread, Math.max(MAX_CALLS_ANSWERED, this.#limits.maxCallsPerBatch));
    } catch (error) {
      return [{ id: null, name: null, outcome: toToolFailure(error) }];
    }
    const ids = new Set<string>();
    const tickets = await Promise.all(calls.map((call, index) => this.#admit(call, index, ids, given)));
    // A call may change what a later one looks at, and eight at once would each hold a descriptor: look again when run.
    if (tickets.length > 1) for (const ticket of tickets) release(ticket);
    return tickets;
  }

  async #admit(call: GivenCall, index: number, ids: Set<string>, given: GivenContext): Promise<Ticket> {
    const { id, name } = call;
    try {
      return { id, name, outcome: await this.#admitChecked(call, index, ids, given) };
    } catch (error) {
      return { id, name, outcome: toToolFailure(error) };
    }
  }

  // 1 disabled, denylist  2 the context, the call's own shape, its id, its place in the batch  3 the tool  4 the gate. No rule of
  // the batch is told to somebody whom the policy refuses.
  async #admitChecked(
    { id, name, args }: GivenCall,
    index: number,
    ids: Set<string>,
    given: GivenContext,
  ): Promise<Admitted> {
    // Remembered first: whatever else is wrong with a call, its id is taken.
    const isRepeated = id !== null && ids.has(id);
    if (id !== null) ids.add(id);
    this.#refuseEarly(name ?? "");
    if (given.fault !== null) throw given.fault;
    if (id === null) throw invalidArgument("id of the call must be a string that is not empty");
    if (name === null) throw invalidArgument("name of the call must be a string that is not empty");
    if (isRepeated) throw duplicateToolCallId(id);
    const { maxCallsPerBatch } = this.#limits;
    if (index >= maxCallsPerBatch)
      throw limitExceeded(`a batch has at most ${maxCallsPerBatch} calls; send the rest in another`);
    const tool = this.#find(name);
    const { signal, timeoutMs, maxOutputBytes, availableCapacityBytes } = given.options;
    const options = { callId: id, signal, timeoutMs, maxOutputBytes, availableCapacityBytes };
    return { tool, admission: await tool.admit(args, options) };
  }

  /** Disabled comes before unknown: a disabled toolkit does not even tell which tools it has. */
  #find(name: string): AnyTool {
    this.#refuseEarly(name);
    return this.#registry.get(name);
  }

  #refuseEarly(name: string): void {
    const decision = decideEarly(this.#context.policy, name);
    if (decision.kind === "deny") throw policyDenied(decision.reason);
  }

  async #approve(tickets: readonly Ticket[], { approve = this.#context.approve, options }: GivenContext) {
    const asking = tickets.filter(needsApproval);
    if (asking.length === 0) return;
    for (const ticket of tickets) release(ticket);
    const requests = approve === undefined ? [] : asking.flatMap(toRequest);
    const { signal } = options;
    const approved = await askApproval(approve, requests, { signal, timeoutMs: this.#context.approvalTimeoutMs });
    for (const ticket of asking.filter(needsApproval)) {
      if (!approved.has(ticket.id ?? "")) ticket.outcome = notApproved(ticket.name ?? "");
    }
  }

  async #run(ticket: Ticket, given: GivenContext): Promise<ToolCallResult> {
    const { id, name } = ticket;
    const call = { tool_call_id: id, tool_name: name };
    const startMs = clockMs();
    emit(given, () => ({ type: "started", ...call }));
    const { content, error } = await this.#answer(ticket, given);
    emit(given, () => ({
      type: "completed",
      ...call,
      is_error: error !== null,
      content_bytes: byteLength(content),
      duration_ms: clockMs() - startMs,
      ...(error === null ? {} : { error }),
    }));
    return { tool_call_id: id, content, is_error: error !== null };
  }

  async #answer(ticket: Ticket, { options }: GivenContext): Promise<Answer> {
    const { maxOutputBytes = this.#context.maxOutputBytes, availableCapacityBytes = DEFAULT_CAPACITY_BYTES } = options;
    const maxBytes = Math.min(maxOutputBytes, availableCapacityBytes);
    try {
      return { content: await work(ticket, maxBytes, options.signal), error: null };
    } catch (thrown) {
      const error = toToolFailure(thrown);
      return { content: renderError(error, maxBytes), error };
    } finally {
      release(ticket);
    }
  }
}

async function work({ outcome }: Ticket, maxBytes: number, signal: AbortSignal | undefined): Promise<string> {
  if (signal?.aborted) throw cancelled();
  if (ToolError.isInstance(outcome)) throw outcome;
  const { tool, admission } = outcome;
  const content: unknown = await admission.runToText(maxBytes);
  if (typeof content !== "string") throw internalFailure(undefined, "the tool did not return text");
  return fitContent(content, maxBytes, tool.traits.allowsTruncation ?? false);
}

function needsApproval({ outcome }: Ticket): boolean {
  return !ToolError.isInstance(outcome) && outcome.admission.needsApproval;
}

/** A summary that cannot be made is the tool's failure: nobody is asked about it. */
function toRequest(ticket: Ticket): ApprovalRequest[] {
  const { id, outcome } = ticket;
  if (id === null || ToolError.isInstance(outcome)) return [];
  const { tool, admission } = outcome;
  try {
    const { definition, traits } = tool;
    const summary = admission.summarize();
    return [{ callId: id, toolName: definition.name, summary, riskLevel: traits.riskLevel }];
  } catch (error) {
    ticket.outcome = toToolFailure(error);
    return [];
  }
}

function release({ outcome }: Ticket): void {
  if (!ToolError.isInstance(outcome)) outcome.admission.release();
}

/** What a tool threw is the owner's to see, not the model's, unless it is one of ours. */
function toToolFailure(error: unknown): ToolError {
  return ToolError.isInstance(error) ? error : internalFailure(undefined, "the tool failed", error);
}

function emit({ onEvent }: GivenContext, makeEvent: () => ToolEvent): void {
  if (onEvent === undefined) return;
  try {
    const returned: unknown = onEvent(makeEvent());
    // A listener may be async, whatever its type says.
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // A listener that fails is no reason for a call to fail.
  }
}
