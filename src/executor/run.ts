// The executor: calls in, exactly one string out for each, in order, whatever the tool, the disk or the caller do. Leaves each
// call's own rules to the gate, and what fits to budget.ts.

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
import { DEFAULT_CAPACITY_BYTES } from "../factory.ts";
import type { Admission, CallOptions } from "../gate/spec.ts";
import { askApproval } from "../security/approval.ts";
import { decideEarly } from "../security/policy.ts";
import { byteLength, effectiveMax, fitContent, renderError, smallestValid } from "./budget.ts";
import { within } from "./race.ts";
import type { AnyTool, ToolRegistry } from "./registry.ts";
import type { ExecuteContext, ToolCallResult, ToolEvent } from "./types.ts";

export interface ExecutorLimits {
  readonly maxCallsPerBatch: number;
  readonly maxArgumentBytes: number;
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

export class Executor {
  readonly #context: ToolContext;
  readonly #registry: ToolRegistry;
  readonly #limits: ExecutorLimits;

  constructor(context: ToolContext, registry: ToolRegistry, limits: ExecutorLimits) {
    this.#context = context;
    this.#registry = registry;
    this.#limits = limits;
  }

  async execute(call: unknown, context: ExecuteContext = {}): Promise<ToolCallResult> {
    const [result] = await this.executeBatch([call], context);
    if (result === undefined) throw new Error("a batch of one has one result");
    return result;
  }

  /** Asks at most once, before anything runs; then runs in order. A call that fails does not stop those after it. */
  async executeBatch(calls: readonly unknown[], context: ExecuteContext = {}): Promise<ToolCallResult[]> {
    const tickets = this.#admitAll(calls, context);
    await this.#approve(tickets, context);
    const results: ToolCallResult[] = [];
    for (const ticket of tickets) results.push(await this.#run(ticket, context));
    return results;
  }

  #admitAll(calls: readonly unknown[], context: ExecuteContext): Ticket[] {
    const ids = new Set<string>();
    const tickets = calls.map((call, index) => this.#admit(call, index, ids, context));
    // A call may change what a later one looks at, and eight at once would each hold a descriptor: look again when run.
    if (tickets.length > 1) for (const ticket of tickets) release(ticket);
    return tickets;
  }

  #admit(call: unknown, index: number, ids: Set<string>, context: ExecuteContext): Ticket {
    const id = readText(call, "id");
    const name = readText(call, "name");
    try {
      return { id, name, outcome: this.#admitChecked({ id, name, call, index, ids }, context) };
    } catch (error) {
      return { id, name, outcome: toToolFailure(error) };
    }
  }

  // 1 disabled, denylist  2 the call's own shape, its place in the batch, its id  3 the tool  4 the gate. No rule of the batch
  // is told to somebody whom the policy refuses.
  #admitChecked(
    {
      id,
      name,
      call,
      index,
      ids,
    }: { id: string | null; name: string | null; call: unknown; index: number; ids: Set<string> },
    context: ExecuteContext,
  ): Admitted {
    // Remembered first: whatever else is wrong with a call, its id is taken.
    const isRepeated = id !== null && ids.has(id);
    if (id !== null) ids.add(id);
    const decision = decideEarly(this.#context.policy, name ?? "");
    if (decision.kind === "deny") throw policyDenied(decision.reason);
    if (id === null) throw invalidArgument("id of the call must be a string that is not empty");
    if (name === null) throw invalidArgument("name of the call must be a string that is not empty");
    if (isRepeated) throw duplicateToolCallId(id);
    const { maxCallsPerBatch } = this.#limits;
    if (index >= maxCallsPerBatch)
      throw limitExceeded(`a batch has at most ${maxCallsPerBatch} calls; send the rest in another`);
    const tool = this.#registry.get(name);
    const args = this.#readArguments(call);
    return { tool, admission: tool.admit(args, toCallOptions(id, context)) };
  }

  #readArguments(call: unknown): unknown {
    const args = readField(call, "arguments") ?? {};
    const { maxArgumentBytes } = this.#limits;
    const size = jsonSize(args);
    if (size === null) throw invalidArgument("arguments must consist of JSON values only");
    if (size <= maxArgumentBytes) return args;
    throw limitExceeded(`arguments have ${size} bytes; at most ${maxArgumentBytes} are allowed`);
  }

  async #approve(tickets: readonly Ticket[], context: ExecuteContext): Promise<void> {
    const requests = tickets.flatMap(toApprovalRequest);
    if (requests.length === 0) return;
    for (const ticket of tickets) release(ticket);
    const approve = context.approve ?? this.#context.approve;
    const timeoutMs = this.#context.approvalTimeoutMs;
    const approved = await askApproval(approve, requests, { signal: context.signal, timeoutMs });
    for (const ticket of tickets) {
      const [request] = toApprovalRequest(ticket);
      if (request === undefined || approved.has(request.callId)) continue;
      ticket.outcome = policyDenied(`${request.toolName} needs approval, and it was not given`);
    }
  }

  async #run(ticket: Ticket, context: ExecuteContext): Promise<ToolCallResult> {
    const { id, name } = ticket;
    const startMs = performance.now();
    emit(context, { type: "started", tool_call_id: id, tool_name: name });
    const { content, isError } = await this.#answer(ticket, context);
    emit(context, {
      type: "completed",
      tool_call_id: id,
      tool_name: name,
      is_error: isError,
      content_bytes: byteLength(content),
      duration_ms: performance.now() - startMs,
    });
    return { tool_call_id: id, content, is_error: isError };
  }

  async #answer(ticket: Ticket, context: ExecuteContext): Promise<{ content: string; isError: boolean }> {
    const limits = {
      max_output_bytes: context.max_output_bytes ?? this.#context.maxOutputBytes,
      available_capacity_bytes: context.available_capacity_bytes ?? DEFAULT_CAPACITY_BYTES,
    };
    // What is said about a limit that is none keeps to the other one.
    let maxBytes = smallestValid(Object.values(limits), this.#context.maxOutputBytes);
    try {
      maxBytes = effectiveMax(limits);
      return { content: await this.#work(ticket, maxBytes, context), isError: false };
    } catch (error) {
      return { content: renderError(toToolFailure(error), maxBytes), isError: true };
    } finally {
      release(ticket);
    }
  }

  async #work({ outcome }: Ticket, maxBytes: number, context: ExecuteContext): Promise<string> {
    if (context.signal?.aborted) throw cancelled();
    if (ToolError.isInstance(outcome)) throw outcome;
    const { tool, admission } = outcome;
    const timeoutMs = context.timeout_ms ?? tool.traits.timeoutMs ?? this.#context.timeoutMs;
    const content: unknown = await within(admission.runToText(maxBytes), { timeoutMs, signal: context.signal });
    if (typeof content !== "string") throw internalFailure(undefined, "the tool did not return text");
    return fitContent(content, maxBytes, tool.traits.allowsTruncation ?? false);
  }
}

function toApprovalRequest({ id, outcome }: Ticket) {
  if (id === null || ToolError.isInstance(outcome) || !outcome.admission.needsApproval) return [];
  const { tool, admission } = outcome;
  const { definition, traits } = tool;
  return [{ callId: id, toolName: definition.name, summary: admission.summary, riskLevel: traits.riskLevel }];
}

function toCallOptions(callId: string, context: ExecuteContext): CallOptions {
  return {
    callId,
    signal: context.signal,
    timeoutMs: context.timeout_ms,
    maxOutputBytes: context.max_output_bytes,
    availableCapacityBytes: context.available_capacity_bytes,
  };
}

function release({ outcome }: Ticket): void {
  if (!ToolError.isInstance(outcome)) outcome.admission.release();
}

/** What a tool threw is the owner's to see, not the model's, unless it is one of ours. */
function toToolFailure(error: unknown): ToolError {
  return ToolError.isInstance(error) ? error : internalFailure(undefined, "the tool failed", error);
}

function emit(context: ExecuteContext, event: ToolEvent): void {
  try {
    const returned: unknown = context.on_event?.(event);
    // A listener may be async, whatever its type says.
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // A listener that fails is no reason for a call to fail.
  }
}

/** A call may be any value, one with a getter that throws included. */
function readField(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

function readText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === "string" && text !== "" ? text : null;
}

/** Null for what JSON cannot say: cycles, big integers, nesting beyond the stack. */
function jsonSize(value: unknown): number | null {
  try {
    return byteLength(JSON.stringify(value) ?? "");
  } catch {
    return null;
  }
}
