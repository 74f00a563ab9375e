// Asks for approval through the caller's callback. Errors, timeouts and unclear answers count as a no.

import { type RaceLimits, raceLimits } from "./race_limits.ts";
import { sanitize } from "./sanitize.ts";

const MAX_SUMMARY_CHARS = 200;

/** `low` only reads, `medium` edits, `high` runs commands. */
export type RiskLevel = "low" | "medium" | "high";

/** What a tool that only reads says of itself. */
export const READ_ONLY = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" } as const;

/** A call that a person is asked about. */
export interface ApprovalRequest {
  /** Names the call in the answer. */
  readonly callId: string;
  /** The name of the tool. */
  readonly toolName: string;
  /** What would be done, in at most 200 characters. */
  readonly summary: string;
  /** The risk of the tool. */
  readonly riskLevel: RiskLevel;
}

/**
 * Everything asked, nothing, or the calls named by their ids. `later`: nothing now; the person is asked outside of these calls, which are then made
 * again.
 */
export type ApprovalAnswer = "all" | "none" | "later" | readonly string[];

/** Callbacks of the owner may be synchronous; whoever calls them awaits the result. */
export type Awaitable<T> = T | Promise<T>;

/** Called when calls need human approval. An error, or no answer in time, approves none. */
export type Approve = (
  requests: readonly ApprovalRequest[],
  options: {
    /** Fires when the answer is no longer needed. */
    readonly signal: AbortSignal;
  },
) => Awaitable<ApprovalAnswer>;

/** For a caller that has nobody to ask: not even the toolkit's own approver is asked. */
export const askNobody: Approve = () => "none";

/** No ids: the answer is given later. */
export const LATER: ReadonlySet<string> = new Set();

/** The ids that were approved, or `LATER`. No way to ask, an error, no answer in time, or an answer of another shape approve none. */
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

/** A summary is for a terminal, whoever wrote it. */
function toShown(request: ApprovalRequest): ApprovalRequest {
  return { ...request, summary: sanitize(request.summary).slice(0, MAX_SUMMARY_CHARS) };
}

function readAnswer(answer: unknown, requests: readonly ApprovalRequest[]): ReadonlySet<string> {
  const ids = requests.map((request) => request.callId);
  if (answer === "all") return new Set(ids);
  if (answer === "later") return LATER;
  return Array.isArray(answer) ? new Set(ids.filter((id) => answer.includes(id))) : new Set();
}
