// The calls of a toolkit, their options and their results, and a tool as a function. Types only.

import type { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { ToolTraits } from "../tools/tool.ts";
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
  readonly describeLeftOut?: (() => string | null) | undefined;
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

/** The answer to one call: the data, and the text for the model. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
  /** `json` if the text is the JSON of the data. */
  readonly format: AnswerFormat;
  /** The number of bytes sent, if something other than the text is sent. */
  readonly sentBytes?: number | undefined;
  /** What the tool has left out, in words; null if it was nothing. */
  readonly describeLeftOut?: (() => string | null) | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Names the call in approval requests. */
  readonly callId?: string | undefined;
  /** Identifies the call in approval requests. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of this call. Default: the tool's own. */
  readonly timeoutMs?: number | undefined;
  /** The largest answer, in bytes of UTF-8. Default: the context's. */
  readonly maxOutputBytes?: number | undefined;
  /** @internal What the client passes on, instead of the context's `maxOutputBytes`. */
  readonly clientLimit?: ClientLimit | undefined;
  /** Room left in the model's context. Default: the context's. */
  readonly availableCapacityBytes?: number | undefined;
  /** While it returns true, the call does not start. Call `toolkit.resumeCalls()` when that may have changed. */
  readonly holdBack?: (() => boolean) | undefined;
  /** The caller, for the record. */
  readonly client?: Client | undefined;
  /** On whose behalf the call is made, for the record. Default: `agent`. */
  readonly by?: Caller | undefined;
  /** The form of the answer, if one is made. Default: the toolkit's. */
  readonly format?: AnswerFormat | undefined;
  /** The model knows the tools as `PREFIX_name`. Default: by their own names. */
  readonly toolPrefix?: string | undefined;
}

/** The result of a call: the data, or the error. `denied`: the policy or the sandbox refused. */
export type ToolOutcome<Output> =
  | {
      /** Whether the call succeeded. */
      readonly status: "success";
      /** The output of the tool. */
      readonly data: Output;
    }
  | {
      readonly status: "failure" | "denied";
      /** Why the call failed or was refused. */
      readonly error: ToolError;
    };

/** `Named` is the type of the first parameter: a path, or several. */
export interface SecureTool<Options, Output, Named = string> {
  /** Calls the tool. Never rejects because of a model or a disk. */
  (path: Named, options?: Options, call?: CallOptions): Promise<ToolOutcome<Output>>;
  /** The name, description and schema for the model. */
  readonly definition: ToolDefinition;
  /** The risk and limits of the tool. */
  readonly traits: ToolTraits;
  /** The same with all arguments in one object, as a model sends them. */
  invoke(args: unknown, call?: CallOptions): Promise<ToolOutcome<Output>>;
  /**
   * Runs every check except human approval; throws a `ToolError`. The admission must be run or released: until then it uses one of the 32
   * permits for running calls.
   */
  admit(args: unknown, call?: CallOptions): Promise<Admission<Output>>;
}

/** A call that passed all checks. It keeps its object open until it is run or released. */
export interface Admission<Output> {
  /** Whether a person must approve the call before it runs. */
  readonly needsApproval: boolean;
  /** For a person; made on demand. */
  summarize(): string;
  /** If the object was released meanwhile, opens it again with all checks. */
  run(): Promise<Output>;
  /** Runs the call and makes an answer whose text has at most `maxBytes` bytes. */
  answer(maxBytes: number): Promise<Answer<Output | string>>;
  /** Abandons the call and closes its object. */
  release(): void;
}

/** What all calls of a batch are given. */
export interface Given {
  readonly options: CallOptions;
  readonly approve: Approve | undefined;
  readonly onEvent: ((event: ToolEvent) => void) | undefined;
  /** What is wrong with the options. The calls fail with it, unless the policy refuses them first. */
  readonly fault: ToolError | null;
}

/** A call of any surface, as it was sent. */
export interface Call {
  /** Null: it has no usable id. */
  readonly id: string | null;
  /** The tool's name, as it was sent. Null: it has no usable name. */
  readonly name: string | null;
  /** The same without the prefix of the model's names. Null: no tool can have this name. */
  readonly own: string | null;
  /** The caller's own object, which is read once. */
  readonly readArgs: () => unknown;
  readonly given: Given;
  /** What is wrong with the call besides its tool and its arguments. The policy comes first. */
  readonly fault: ToolError | null;
}

/** How a call ended. What surfaces return are views of it. */
export interface Result extends Answer<unknown> {
  readonly id: string | null;
  /** Null: the call succeeded. */
  readonly error: ToolError | null;
}
