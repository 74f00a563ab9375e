// The options and the outcome of a call, and a tool as a function. Types only.

import type { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { ToolTraits } from "../tools/tool.ts";
import type { ClientLimit } from "./budget.ts";
import type { Caller, Client } from "./record.ts";

/** The answer to one call: the data, and the text for the model. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
  /** `json` if the text is the JSON of the data. */
  readonly format: AnswerFormat;
  /** The number of bytes sent, if something other than the text is sent. */
  readonly sentBytes?: number;
  /** What the tool has left out, in words; null if it was nothing. */
  readonly describeLeftOut?: () => string | null;
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
