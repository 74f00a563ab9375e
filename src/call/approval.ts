// Asks for approval through the caller's callback. Errors, timeouts and unclear answers count as a no.

import { sanitize } from "../input/sanitize.ts";
import type { Awaitable, RiskLevel } from "../tools/tool.ts";
import { type RaceLimits, raceLimits } from "./race_limits.ts";

const MAX_SUMMARY_CHARS = 200;

/** A call that needs approval. */
export interface ApprovalRequest {
  /** Identifies the call in the answer. */
  readonly callId: string;
  /** The name of the tool. */
  readonly toolName: string;
  /** What the call would do, in at most 200 characters. */
  readonly summary: string;
  /** The risk of the tool. */
  readonly riskLevel: RiskLevel;
}

/** All calls, none, or those with these ids. `later`: none now; the person is asked separately, and the calls are then repeated. */
export type ApprovalAnswer = "all" | "none" | "later" | readonly string[];

/** Called when calls need human approval. An error, or no answer in time, approves none. */
export type Approve = (
  requests: readonly ApprovalRequest[],
  options: {
    /** Fires when the answer is no longer needed. */
    readonly signal: AbortSignal;
  },
) => Awaitable<ApprovalAnswer>;

/** For a caller without anybody to ask: the toolkit's own approver is not asked either. */
export const askNobody: Approve = () => "none";

/** No ids: the decision comes later. */
export const LATER: ReadonlySet<string> = new Set();

/** Returns the approved ids, or `LATER`. Without an approver, or after an error, a timeout or an invalid answer, none are approved. */
export async function askApproval(
  approve: Approve | undefined,
  requests: readonly ApprovalRequest[],
  limits: RaceLimits,
): Promise<ReadonlySet<string>> {
  if (approve === undefined || requests.length === 0) return new Set();
  try {
    const asked = async (ending: () => AbortSignal) => approve(requests.map(toShown), { signal: ending() });
    return readAnswer(await raceLimits(limits, asked), requests);
  } catch {
    return new Set();
  }
}

/** Summaries are shown on terminals, so they are sanitised, whoever wrote them. */
function toShown(request: ApprovalRequest): ApprovalRequest {
  return { ...request, summary: sanitize(request.summary).slice(0, MAX_SUMMARY_CHARS) };
}

function readAnswer(answer: unknown, requests: readonly ApprovalRequest[]): ReadonlySet<string> {
  const ids = requests.map((request) => request.callId);
  if (answer === "all") return new Set(ids);
  if (answer === "later") return LATER;
  return Array.isArray(answer) ? new Set(ids.filter((id) => answer.includes(id))) : new Set();
}
