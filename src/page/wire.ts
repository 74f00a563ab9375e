// The messages between the server and the page in the browser, and the totals of the agents' calls, which both count.

import type { BuiltIn } from "../call/built_in.ts";
import type { AuditRecord, Caller } from "../call/record.ts";
import type { ToolAbout } from "../tools/about.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { SeenState } from "./seen.ts";

/** A built-in tool. */
export interface PageTool extends Pick<ToolAbout, "shows" | "onPage"> {
  readonly name: BuiltIn;
  /** Whether the policy allows it. */
  readonly isAllowed: boolean;
}

export interface CountedCalls {
  /** The number of the last counted call. */
  readonly number: number;
  readonly totals: Totals;
  readonly seen: SeenState;
}

/** The first line of the stream. */
export interface HelloLine {
  readonly type: "hello";
  /** Different after a restart of the server. */
  readonly feed: string;
  /** The name of the folder, without its path. */
  readonly folder: string;
  /** The format of agents' answers. */
  readonly format: AnswerFormat;
  /** The folders in which an agent can start: the root (`.`), or the allowed folders. */
  readonly starts: readonly string[];
  readonly tools: readonly PageTool[];
  readonly counted: CountedCalls;
}

export interface CallLine {
  readonly type: "call";
  /** Increases in the order of the answers. */
  readonly number: number;
  /** Including this call. */
  readonly totals: Totals;
  readonly record: AuditRecord;
}

export type FeedLine = HelloLine | CallLine;

/** Exactly the text that a model gets. */
export interface ToolReply {
  readonly content: string;
  readonly is_error: boolean;
}

/** Null: no longer kept, or too long to keep. */
export interface KeptAnswer {
  readonly content: string | null;
}

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
