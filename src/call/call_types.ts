// The calls that the executor takes and the results that it returns. Types only.

import type { ToolError } from "../errors.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { Approve } from "./approval.ts";
import type { ClientLimit } from "./budget.ts";
import type { Caller, Client } from "./record.ts";

/** A call as a provider returns it. Anything else is answered with an error. */
export interface ToolCall {
  /** The provider's id of the call. The result repeats it. */
  readonly id: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments of the tool. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a call, for the model. */
export interface ToolCallResult {
  /** Null only if the call had no usable id. */
  readonly tool_call_id: string | null;
  /** The text for the model, never longer than the budget. */
  readonly content: string;
  /** Whether the call failed or was refused. */
  readonly is_error: boolean;
}

/** The same result, with the data behind its content. */
export interface CallAnswer extends ToolCallResult {
  /** The tool's output, or `{ error: { kind, code, message } }`. */
  readonly data: unknown;
  /** `json` if the content is the JSON of the data. */
  readonly format: AnswerFormat;
  /** What the tool has left out, in words; null if it was nothing. */
  readonly describeLeftOut?: () => string | null;
}

/** Options for one call or one batch. */
export interface ExecuteContext {
  /** Default: from the configuration. A value given here wins, even if it is larger. */
  readonly max_output_bytes?: number | undefined;
  /** @internal What the client passes on to its model, instead of the limit from the configuration. */
  readonly client_limit?: ClientLimit | undefined;
  /** Room left in the model's context. Default: 65,536. */
  readonly available_capacity_bytes?: number | undefined;
  /** Timeout for each call. Default: the tool's own. */
  readonly timeout_ms?: number | undefined;
  /** Cancels the calls. */
  readonly signal?: AbortSignal | undefined;
  /** While it returns true, these calls do not start. Call `toolkit.resumeCalls()` when that may have changed. */
  readonly hold_back?: (() => boolean) | undefined;
  /** Called to approve these calls. Default: the toolkit's approver. */
  readonly approve?: Approve;
  /** The client's description of itself, for the record. */
  readonly client?: Client | undefined;
  /** On whose behalf the calls are made, for the record. Default: `agent`. */
  readonly by?: Caller | undefined;
  /** The form of the answers. Default: the toolkit's. */
  readonly format?: AnswerFormat | undefined;
  /** The model knows the tools as `PREFIX_name`: it calls them so, and answers name them so. Default: by their own names. */
  readonly tool_prefix?: string | undefined;
  /** Called when a call starts and when it ends. */
  readonly on_event?: (event: ToolEvent) => void;
}

interface EventSubject {
  readonly tool_call_id: string | null;
  readonly tool_name: string | null;
  /** The argument `path`, if it is a string. */
  readonly path: string | null;
  /** By the tool's own names, shortened as in a record; null if they could not be read. */
  readonly arguments: unknown;
  /** Those that the model sent under other names, or that its client added, as they were sent. */
  readonly sent?: unknown;
}

/** Reports that a call started, or how it ended. For logs. */
export type ToolEvent =
  | ({
      /** What happened. */
      readonly type: "started";
    } & EventSubject)
  | ({
      readonly type: "completed";
      /** Whether the call failed or was refused. */
      readonly is_error: boolean;
      /** The size in UTF-8. */
      readonly content_bytes: number;
      /** How long the call took. */
      readonly duration_ms: number;
      /** Names of unknown arguments, which were ignored or (with the defaults for agents) refused: at most 10, cut after 64 characters, safe to print. */
      readonly unknown_arguments?: readonly string[];
      /** Its `cause` is the original error: for the owner's log, never part of `content`. */
      readonly error?: ToolError;
    } & EventSubject);

/** What a tool reports about itself. */
export interface ToolReport {
  /** The name of the tool. */
  readonly name: string;
  /** The description that the model gets. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: object;
  /** Whether the tool changes anything. */
  readonly is_side_effecting: boolean;
  /** Whether every call needs human approval. */
  readonly requires_approval: boolean;
  /** `low` only reads, `medium` edits, `high` runs commands. */
  readonly risk_level: "low" | "medium" | "high";
  /** The timeout of a call. */
  readonly timeout_ms: number;
  /** Present if the policy refuses every call of the tool. */
  readonly is_denied?: true;
}
