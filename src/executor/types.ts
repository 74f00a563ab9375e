// The calls that the executor takes and the results that it returns. Types only.

import type { ToolError } from "../errors.ts";
import type { Caller, Client } from "../gate/record.ts";
import type { AnswerFormat } from "../gate/spec.ts";
import type { Approve } from "../security/approval.ts";

/** As a model's provider hands it over; anything else is answered with an error. */
export interface ToolCall {
  /** The id that the provider gave the call. The result carries it. */
  readonly id: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments of the tool. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a call, for the model. */
export interface ToolCallResult {
  /** Null only when the call had no usable id. */
  readonly tool_call_id: string | null;
  /** What the model reads; never longer than the budget. */
  readonly content: string;
  /** Whether the call failed or was refused. */
  readonly is_error: boolean;
}

/** The same result, with the data that its content was made of. */
export interface CallAnswer extends ToolCallResult {
  /** The tool's output, or `{ error: { kind, code, message } }`. */
  readonly data: unknown;
  /** `json` if the content is the JSON of the data. */
  readonly format: AnswerFormat;
}

/** What a caller may say about one call or one batch. */
export interface ExecuteContext {
  /** Default: that of the configuration; what is said here wins, also if it is more. */
  readonly max_output_bytes?: number | undefined;
  /** The room that is left in front of the model. Default: 65,536. */
  readonly available_capacity_bytes?: number | undefined;
  /** For each call. Default: the tool's own. */
  readonly timeout_ms?: number | undefined;
  /** Cancels the calls. */
  readonly signal?: AbortSignal | undefined;
  /** While it returns true, these calls do not start. Call `toolkit.resumeCalls()` when that may have changed. */
  readonly hold_back?: (() => boolean) | undefined;
  /** Who is asked about these calls. Default: whom the toolkit asks. */
  readonly approve?: Approve;
  /** Who makes these calls, as it introduced itself: for the record. */
  readonly client?: Client | undefined;
  /** On whose behalf, for the record. Default: `agent`. */
  readonly by?: Caller | undefined;
  /** The form of the answers. Default: the toolkit's. */
  readonly format?: AnswerFormat | undefined;
  /** Called when a call starts and when it has ended. */
  readonly on_event?: (event: ToolEvent) => void;
}

interface EventSubject {
  readonly tool_call_id: string | null;
  readonly tool_name: string | null;
  /** The argument `path`, if it is a string. */
  readonly path: string | null;
  /** Long ones cut, as in a record; null if they could not be read. */
  readonly arguments: unknown;
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
      /** Of UTF-8, as they leave. */
      readonly content_bytes: number;
      /** How long the call took. */
      readonly duration_ms: number;
      /** Names of arguments that the tool does not have and ignored: at most 10, cut after 64 characters, safe to print. */
      readonly unknown_arguments?: readonly string[];
      /** With its `cause`, what was really thrown: for the owner's log, and never part of `content`. */
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
  /** The time limit of a call. */
  readonly timeout_ms: number;
  /** Present if the policy refuses every call of it. */
  readonly is_denied?: true;
}
