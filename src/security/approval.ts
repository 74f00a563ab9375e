// Puts a question to a person through the caller's callback, and reads the answer so that every doubt is a no.
// Leaves to policy.ts whether a question is needed.

import { onAbort } from "./abort.ts";
import { sanitize } from "./sanitize.ts";

const MAX_SUMMARY_CHARS = 200;

export type RiskLevel = "low" | "medium" | "high";

export interface ApprovalRequest {
  readonly callId: string;
  readonly toolName: string;
  /** What would be done, in at most 200 characters. */
  readonly summary: string;
  readonly riskLevel: RiskLevel;
}

/** Everything asked, nothing, or the calls named by their ids. */
export type ApprovalAnswer = "all" | "none" | readonly string[];

export type Approve = (
  requests: readonly ApprovalRequest[],
  options: { readonly signal: AbortSignal },
) => ApprovalAnswer | Promise<ApprovalAnswer>;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** No answer within this time is a no. At most what a timer takes. */
  readonly timeoutMs: number;
}

/** The ids that were approved. No way to ask, an error, no answer in time, or an answer of another shape approve none. */
export async function askApproval(
  approve: Approve | undefined,
  requests: readonly ApprovalRequest[],
  options: AskOptions,
): Promise<ReadonlySet<string>> {
  if (approve === undefined || requests.length === 0) return new Set();
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, options.timeoutMs);
  let stopWaiting = () => {};
  try {
    // Not AbortSignal.any: a signal that lives long would keep every question ever asked.
    stopWaiting = onAbort(options.signal, giveUp);
    if (options.signal?.aborted) giveUp();
    const asked = Promise.resolve(approve(requests.map(toShown), { signal: patience.signal }));
    return readAnswer(await Promise.race([asked, whenAborted(patience.signal)]), requests);
  } catch {
    return new Set();
  } finally {
    clearTimeout(timer);
    stopWaiting();
  }
}

/** A summary is for a terminal, whoever wrote it. */
function toShown(request: ApprovalRequest): ApprovalRequest {
  return { ...request, summary: sanitize(request.summary).slice(0, MAX_SUMMARY_CHARS) };
}

function whenAborted(signal: AbortSignal): Promise<"none"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("none");
    signal.addEventListener("abort", () => resolve("none"), { once: true });
  });
}

function readAnswer(answer: unknown, requests: readonly ApprovalRequest[]): ReadonlySet<string> {
  const ids = requests.map((request) => request.callId);
  if (answer === "all") return new Set(ids);
  return Array.isArray(answer) ? new Set(ids.filter((id) => answer.includes(id))) : new Set();
}
