// What the server and the page in the browser say to each other. Types only.

import type { AuditRecord } from "../gate/record.ts";
import type { AnswerFormat } from "../gate/spec.ts";
import type { SeenState } from "./seen.ts";
import type { Totals } from "./totals.ts";

export interface CountedCalls {
  /** Of the last call that is counted. */
  readonly number: number;
  readonly totals: Totals;
  readonly seen: SeenState;
}

/** The first line of the stream. */
export interface HelloLine {
  readonly type: "hello";
  /** Another one after the server was started again. */
  readonly feed: string;
  /** The name of the folder, without where it lies. */
  readonly folder: string;
  /** In which agents get their answers. */
  readonly format: AnswerFormat;
  /** The folders where an agent can start: the root (`.`), or the allowed folders. */
  readonly starts: readonly string[];
  /** That the policy does not refuse. */
  readonly tools: readonly string[];
  readonly counted: CountedCalls;
}

export interface CallLine {
  readonly type: "call";
  /** Counts up, in the order of the answers. */
  readonly number: number;
  /** With this call. */
  readonly totals: Totals;
  readonly record: AuditRecord;
}

export type FeedLine = HelloLine | CallLine;

/** Exactly the string that a model gets. */
export interface ToolReply {
  readonly content: string;
  readonly is_error: boolean;
}

/** Null: not kept any more, or too long to be kept. */
export interface KeptAnswer {
  readonly content: string | null;
}
