// Runs calls that need human approval. The approver is asked once about all of them; files are closed while a person decides.

import { cancelled, policyDenied } from "../errors/calls.ts";
import type { ToolError } from "../errors.ts";
import type { ToolTraits } from "../tools/tool.ts";
import { type ApprovalRequest, askApproval, LATER } from "./approval.ts";
import type { CallNotes } from "./call_notes.ts";
import { DEFAULT_CALL_ID } from "./call_options.ts";
import type { ToolContext } from "./context.ts";
import type { RecordedUse } from "./record.ts";
import type { NotedAdmission } from "./recorded.ts";
import type { Admission, CallOptions } from "./spec.ts";

interface ApprovableTool<Output> {
  readonly definition: { readonly name: string };
  readonly traits: ToolTraits;
  admit(args: unknown, call: CallOptions, notes?: CallNotes): Promise<NotedAdmission<Output>>;
}

/** Runs one call from its arguments to its output. */
export async function runApproved<Output>(
  context: ToolContext,
  tool: ApprovableTool<Output>,
  args: unknown,
  call: CallOptions,
  use?: RecordedUse<Output>,
): Promise<Output> {
  const { approve, approvalTimeoutMs: timeoutMs } = context;
  const { callId = DEFAULT_CALL_ID, signal } = call;
  const admission = await tool.admit(args, call, use?.notes);
  if (!admission.needsApproval) return admission.run(use);
  // The answer may take minutes: the target is closed, and opened again with every check afterwards.
  admission.release();
  const requests = approve === undefined ? [] : [toRequest(tool, admission, callId)];
  use?.notes.pause();
  const approved = await askApproval(approve, requests, { signal, timeoutMs });
  use?.notes.resume();
  if (requests.length > 0) noteAnswer(use?.notes, approved, callId);
  if (signal?.aborted) throw cancelled();
  if (approved.has(callId)) return admission.run(use);
  throw notApproved(tool.definition.name);
}

export function toRequest(
  { definition, traits }: Pick<ApprovableTool<unknown>, "definition" | "traits">,
  admission: Pick<Admission<unknown>, "summarize">,
  callId: string,
): ApprovalRequest {
  return { callId, toolName: definition.name, summary: admission.summarize(), riskLevel: traits.riskLevel };
}

/** For a call that needed approval. */
export function noteAnswer(notes: CallNotes | undefined, approved: ReadonlySet<string>, callId: string): void {
  if (notes !== undefined) notes.asked = approved === LATER ? "later" : approved.has(callId) ? "yes" : "no";
}

/** Used for every reason: no approver, no answer in time, a refusal. */
export function notApproved(toolName: string): ToolError {
  return policyDenied((nameTool) => `${nameTool(toolName)} needs approval, which was not given`);
}
