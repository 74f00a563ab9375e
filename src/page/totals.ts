// Totals of the agents' calls.

import type { AuditRecord, Caller } from "../call/record.ts";

export interface Totals {
  readonly calls: number;
  readonly refused: number;
  readonly tokens: number;
}

export const NO_CALLS: Totals = { calls: 0, refused: 0, tokens: 0 };

/** The number of calls that are kept and shown. The owner's calls are many and small: each folder opened on the page is one. */
export const MAX_CALLS: Readonly<Record<Caller, number>> = { agent: 200, owner: 50 };

const REFUSALS: readonly (string | null)[] = ["POLICY_DENIED", "SANDBOX_VIOLATION"];

/** Refused entirely, or for some of its paths. */
export function isRefused({ code, refused = [] }: AuditRecord): boolean {
  return REFUSALS.includes(code) || refused.length > 0;
}

export function addCall(totals: Totals, record: AuditRecord): Totals {
  if (record.by !== "agent") return totals;
  const { calls, refused, tokens } = totals;
  return {
    calls: calls + 1,
    refused: refused + (isRefused(record) ? 1 : 0),
    tokens: tokens + record.estimated_tokens,
  };
}
