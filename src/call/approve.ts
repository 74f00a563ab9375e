// Asks a person once about all calls of a batch that need approval.

import { asToolError, policyDenied } from "../errors/calls.ts";
import { requireSync } from "../input/owner_input.ts";
import { isReady, needsApproval, suspend, type Ticket } from "./admit.ts";
import { type ApprovalRequest, askApproval, askNobody, LATER } from "./approval.ts";
import type { ToolContext } from "./context.ts";
import { DEFAULT_CALL_ID } from "./options.ts";
import type { Call, Given } from "./types.ts";

/** Calls without approval are refused afterwards. While the person decides, no call of the batch holds anything. */
export async function approveAll(
  context: ToolContext,
  tickets: readonly Ticket[],
  { approve = context.approve, options }: Given,
): Promise<void> {
  const asking = tickets.filter(needsApproval);
  for (const ticket of tickets) suspend(ticket);
  const requests = approve === undefined || approve === askNobody ? [] : asking.flatMap(describe);
  const limits = { signal: options.signal, timeoutMs: context.approvalTimeoutMs };
  const approved = await askApproval(approve, requests, limits);
  for (const ticket of asking.filter(needsApproval)) {
    const isApproved = approved.has(idOf(ticket.call));
    const asked = approved === LATER ? "later" : isApproved ? "yes" : "no";
    if (ticket.notes !== undefined && requests.length > 0) ticket.notes.asked = asked;
    if (!isApproved) ticket.outcome = notApproved(ticket.call);
  }
}

function idOf({ id }: Call): string {
  return id ?? DEFAULT_CALL_ID;
}

/** If a summary cannot be made, the call fails as a fault of the tool, and nobody is asked. */
function describe(ticket: Ticket): ApprovalRequest[] {
  const { call, outcome } = ticket;
  if (!isReady(outcome)) return [];
  const { tool, request } = outcome;
  try {
    const summary = requireSync("summarize", tool.spec.summarize(request));
    return [{ callId: idOf(call), toolName: tool.definition.name, summary, riskLevel: tool.traits.riskLevel }];
  } catch (error) {
    ticket.outcome = asToolError(error);
    return [];
  }
}

/** Used for every reason: no approver, no answer in time, a refusal. */
function notApproved({ own, name }: Call) {
  return policyDenied((nameTool) => `${nameTool(own ?? name ?? "")} needs approval, which was not given`);
}
