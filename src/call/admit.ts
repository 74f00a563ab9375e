// The first half of a call: whether it may run, and everything that is needed to run it.

import { CallClock } from "../disk/call_clock.ts";
import type { SandboxPath } from "../disk/sandbox_path.ts";
import { asToolError } from "../errors/calls.ts";
import { ToolError } from "../errors.ts";
import { requireSync } from "../input/owner_input.ts";
import { snapshotArguments } from "../input/snapshot.ts";
import { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";
import { type CallLimits, CallTime, type Held, hold, letGo, requireOpened, toClock } from "./hold.ts";
import { openPlace, ROOT, resolvePlace } from "./place.ts";
import { decideLate, refuseEarly, refuseIfDenied } from "./policy.ts";
import { type ParsedCall, parseCall } from "./read_arguments.ts";
import type { Registered, ToolRegistry } from "./registry.ts";
import type { Call } from "./types.ts";

/** Where calls are made: the tools of one context. */
export interface Desk {
  readonly context: ToolContext;
  readonly tools: ToolRegistry;
}

/** A call that may run. */
export interface Ready extends ParsedCall {
  readonly tool: Registered;
  readonly place: SandboxPath;
  readonly timeoutMs: number;
  readonly limits: CallLimits;
  /** Whether a person must approve the call before it runs. */
  readonly needsApproval: boolean;
  /** Until the first run or the release. Every further run opens an object of its own. */
  kept: Held | null;
}

/** One call in progress: ready, or refused. */
export interface Ticket {
  readonly call: Call;
  /** Undefined if there is neither a record nor a listener. */
  readonly notes: CallNotes | undefined;
  readonly time: CallTime;
  outcome: Ready | ToolError;
}

export async function admit(desk: Desk, call: Call): Promise<Ticket> {
  const { audit, maxArgumentBytes } = desk.context;
  const notes = audit === undefined && call.given.onEvent === undefined ? undefined : new CallNotes();
  const time = new CallTime();
  const outcome = await prepare(desk, call, notes, time).catch(asToolError);
  notes?.readArguments(call.readArgs, maxArgumentBytes);
  return { call, notes, time, outcome };
}

/**
 * 1. the policy: enabled, denylist; then the shape of the call and its name. A call that the policy refuses learns nothing else (4.24).
 * 2. the arguments: copied within their limits, checked, and parsed into the tool's request
 * 3. the place inside the workspace, by text
 * 4. a permit; the object is opened
 * 5. the policy: mode, allowlist, the tool's own requirement. Nobody is asked about a call that would be refused anyway (EX-09).
 */
async function prepare(
  { context, tools }: Desk,
  { own, name, fault, readArgs, given: { options } }: Call,
  notes: CallNotes | undefined,
  time: CallTime,
): Promise<Ready> {
  refuseEarly(context.policy, tools.policyName(own ?? ""));
  if (fault !== null) throw fault;
  const tool = tools.get(own, name);
  const { signal, holdBack, client, format = context.format } = options;
  const copy = snapshotArguments(readArgs(), context.maxArgumentBytes, (copied) => notes?.noteArguments(copied));
  // Many calls may arrive at once, and parsing a pattern takes up to a millisecond.
  const clock = new CallClock({ signal });
  if (clock.isDue()) await clock.rest();
  const { request, readAs } = parseCall(context, tool, copy, { clientName: client?.name, format }, notes);
  const place = tool.spec.target === "root" ? ROOT : resolvePlace(context, tool.spec, request.path);
  const timeoutMs = options.timeoutMs ?? tool.traits.timeoutMs ?? context.timeoutMs;
  // The time limit begins here.
  const limits = { signal, holdBack, timeoutMs: timeoutMs + time.spentMs };
  const kept = await open(context, { tool, place, limits }, time, notes);
  try {
    const { isSideEffecting, requiresApproval } = tool.traits;
    const facts = { name: tool.policyName, isSideEffecting, requiresApproval };
    const needsApproval = refuseIfDenied(decideLate(context.policy, facts), tool.policyName) === "ask";
    if (needsApproval) await requireRunnable(context, { tool, request, limits }, kept, time);
    return { request, readAs, tool, place, timeoutMs, limits, needsApproval, kept };
  } catch (error) {
    letGo(kept);
    throw error;
  }
}

/** Waits for a permit and opens the object of the call, with every check. */
export function open(
  context: ToolContext,
  { tool: { spec }, place, limits }: Pick<Ready, "tool" | "place" | "limits">,
  time: CallTime,
  notes: CallNotes | undefined,
): Promise<Held> {
  return hold(
    context,
    (denied, clock) =>
      spec.target === "root"
        ? context.workspace.resolve(ROOT, clock)
        : openPlace(context, spec, place, { denied, clock, notes }),
    limits,
    time,
  );
}

/** Nobody is asked about a call that cannot run. Throws why it cannot: for several paths, the failure of the first. */
async function requireRunnable(
  context: ToolContext,
  { tool: { spec }, request, limits }: Pick<Ready, "tool" | "request" | "limits">,
  held: Held,
  time: CallTime,
): Promise<void> {
  const { denied } = requireOpened(held);
  const clock = toClock(limits, time);
  let first: unknown;
  for (const path of requireSync("paths", spec.paths?.(request)) ?? []) {
    clock.check();
    try {
      (await openPlace(context, spec, resolvePlace(context, spec, path), { denied, clock })).close();
      return;
    } catch (error) {
      first ??= error;
    }
  }
  if (first !== undefined) throw first;
}

/** A person decides first, or other calls run: the object is let go, and opened again when the call runs. */
export function suspend(ticket: Ticket): void {
  release(ticket);
  ticket.time.pause();
}

export function release({ outcome }: Pick<Ticket, "outcome">): void {
  if (!isReady(outcome)) return;
  const kept = takeKept(outcome);
  if (kept !== null) letGo(kept);
}

export function takeKept(ready: Ready): Held | null {
  const { kept } = ready;
  ready.kept = null;
  return kept;
}

export function needsApproval({ outcome }: Ticket): boolean {
  return isReady(outcome) && outcome.needsApproval;
}

export function isReady(outcome: Ticket["outcome"]): outcome is Ready {
  return !ToolError.isInstance(outcome);
}
