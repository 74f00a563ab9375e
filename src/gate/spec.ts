// The interface between a tool and the gate: a tool's specification, the scope of a call, its options and its outcome. Types only.

import type { IgnoreWalk } from "../discovery/walk.ts";
import type { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { Awaitable, RiskLevel } from "../security/approval.ts";
import type { Denied } from "../security/denied.ts";
import type { CallClock } from "../workspace/call_clock.ts";
import type { SealedNode } from "../workspace/types.ts";
import type { Caller, Client } from "./record.ts";

/** `json`: the JSON of the data. `text`: lines that say the same, or any other text. */
export type AnswerFormat = "json" | "text";

/** A request that names one path. */
export interface PathRequest {
  /** As the model sent it, if need be trimmed. */
  readonly path: string;
}

/** The risk and limits of a tool. */
export interface ToolTraits {
  /** Whether the tool changes anything. */
  readonly isSideEffecting: boolean;
  /** Whether every call needs human approval. */
  readonly requiresApproval: boolean;
  /** `low` only reads, `medium` edits, `high` runs commands. */
  readonly riskLevel: RiskLevel;
  /** The tool's own time limit; without it, the context's. */
  readonly timeoutMs?: number;
  /** Whether it leaves out what git ignores; it then finds the rules in its scope. */
  readonly respectsGitignore?: boolean;
  /** Whether its text may be cut to fit. False by default: what is cut out of JSON is no JSON. */
  readonly allowsTruncation?: boolean;
}

/** A tool as the gate sees it. `Request` is made of the arguments; it names one path, unless the tool's target is the root. */
export interface ToolSpec<Request extends PathRequest, Output> {
  /** The name, description and schema for the model. */
  readonly definition: ToolDefinition;
  /** The risk and limits of the tool. */
  readonly traits: ToolTraits;
  /**
   * The object that the gate opens for a call. `path`: the one that the request names. `root`: the root of the workspace, also where only some
   * folders are allowed, for a tool that opens several paths with `scope.open` and looks at nothing else. Default: `path`.
   */
  readonly target?: "path" | "root";
  /** What an error says of a path that does not exist. `plain`: only that. Default: `hinted`, with the nearest existing folder and name. */
  readonly notFound?: "hinted" | "plain";
  /** The paths that a tool whose target is the root will open, as the model sent them: nobody is asked about a call that can open none. */
  paths?(request: Request): readonly string[];
  /** The arguments match the definition's schema. Throws `invalidArgument` for anything else that is wrong. No I/O. */
  parse(args: Readonly<Record<string, unknown>>): Request;
  /** What the call would do, for a person to approve: no I/O, at most 200 characters. */
  summarize(request: Request): string;
  /** Does the work on the opened object. Whatever it throws becomes an error result. */
  run(request: Request, node: SealedNode, scope: CallScope): Awaitable<Output>;
  /** The string that a model reads, in both formats. Default: the output itself if it is a string, else its JSON or `toTextForm`. */
  toText?(output: Output, request: Request): string;
  /** The string that a model reads if the toolkit's format is `text`. Default: as in `json`. */
  toTextForm?(output: Output, request: Request): string;
  /** How many bytes leave, if what leaves is not the text. Default: those of the text. */
  sentBytes?(output: Output): number;
  /** How a long answer is shortened. Default: cut as text if the traits allow it, else refused. */
  readonly parts?: AnswerParts<Request, Output>;
}

/** An output that can be shortened by leaving out its last parts: nodes, entries, lines. */
export interface AnswerParts<Request, Output> {
  /** The fewest parts that still make an answer. */
  readonly least: number;
  /** How many there are. Those behind one that can never fit into `maxBytes` need not be counted. */
  count(output: Output, maxBytes: number): number;
  /** A lower bound for the bytes of the whole answer, in any format. An answer that cannot fit is then not written out. */
  boundBytes?(output: Output): number;
  /** The output with its first `count` parts, which are fewer than it has. A further part never makes it shorter, its end aside. */
  keep(output: Output, count: number, request: Request): Output;
  /**
   * For outputs that end differently behind each part (with a cursor): how many bytes of `keep(output, count)` that is. All parts may then
   * be kept as well.
   */
  endBytes?(output: Output, count: number, format: AnswerFormat): number;
  /** Why not even the fewest parts fit, if there is something to say. */
  explainTooLong?(output: Output, request: Request, format: AnswerFormat): string;
}

/** The answer to one call: the data, and the string made of it that a model reads. */
export interface Answer<Data> {
  readonly data: Data;
  readonly text: string;
  /** `json` if the text is the JSON of the data. */
  readonly format: AnswerFormat;
  /** How many bytes leave, if what leaves is not the text. */
  readonly sentBytes?: number;
}

/** What one call is given; made anew for each. */
export interface CallScope {
  /** The id of the call, if it has one. */
  readonly callId: string;
  /** Relative to the root, normal, `.` for the root: as requested, links not resolved. */
  readonly path: string;
  /** For what a tool starts itself: fires when the caller cancels and when the time is up. */
  readonly signal: AbortSignal;
  /** Carries the caller's signal and the deadline. */
  readonly clock: CallClock;
  /** What must not be looked into, though it lies inside: as of the start of the call. */
  readonly denied: Denied;
  /** What git ignores below the directory that was asked for; null for a tool that does not respect it, and if the directory itself is ignored. */
  readonly ignored: IgnoreWalk | null;
  /** The time limit of the call. */
  readonly timeoutMs: number;
  /** The string made of the output may have the smaller of these two. */
  readonly maxOutputBytes: number;
  /** The room that is left in front of the model. */
  readonly availableCapacityBytes: number;
  /** How many bytes the answer may have that is made of the output; absent if the output itself was asked for, however large. */
  readonly answerBytes?: number | undefined;
  /** The format of that answer; absent if the output itself was asked for. */
  readonly answerFormat?: AnswerFormat | undefined;
  /** Whether that string may be cut. */
  readonly allowTruncation: boolean;
  /** Opens a further path, as a model sent it, with every check of the call's own path and within the call's time. Throws a `ToolError`. */
  open(unsafePath: string): Promise<OpenedPath>;
}

/** A further path of a call. The tool closes the node. */
export interface OpenedPath {
  /** The opened object. */
  readonly node: SealedNode;
  /** The scope of the call, with this path. `ignored` is null. */
  readonly scope: CallScope;
}

/** Options of a single call. */
export interface CallOptions {
  /** Names the call in approval requests. */
  readonly callId?: string | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of this call. Default: the tool's own. */
  readonly timeoutMs?: number | undefined;
  /** The largest answer, in bytes of UTF-8. Default: the context's. */
  readonly maxOutputBytes?: number | undefined;
  /** The room that is left in front of the model. Default: the context's. */
  readonly availableCapacityBytes?: number | undefined;
  /** While it returns true, the call does not start. Call `toolkit.resumeCalls()` when that may have changed. */
  readonly holdBack?: (() => boolean) | undefined;
  /** Who makes the call, for the record. */
  readonly client?: Client | undefined;
  /** On whose behalf, for the record. Default: `agent`. */
  readonly by?: Caller | undefined;
  /** The form of the answer, if one is made. Default: the toolkit's. */
  readonly format?: AnswerFormat | undefined;
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

/** `Named` is what the function takes first: a path, or several. */
export interface SecureTool<Options, Output, Named = string> {
  /** Calls the tool. Never rejects for what a model or a disk can cause. */
  (path: Named, options?: Options, call?: CallOptions): Promise<ToolOutcome<Output>>;
  /** The name, description and schema for the model. */
  readonly definition: ToolDefinition;
  /** The risk and limits of the tool. */
  readonly traits: ToolTraits;
  /** The same with all arguments in one object, as a model sends them. */
  invoke(args: unknown, call?: CallOptions): Promise<ToolOutcome<Output>>;
  /**
   * Everything that can refuse a call, short of asking a person; throws a `ToolError`. The admission must be run or released: until
   * then it takes one of the 32 places for calls at work.
   */
  admit(args: unknown, call?: CallOptions): Promise<Admission<Output>>;
}

/** A call that nothing forbids. It holds its object open until it is run or released. */
export interface Admission<Output> {
  /** Whether a person must approve the call before it runs. */
  readonly needsApproval: boolean;
  /** For a person; made when it is asked for. */
  summarize(): string;
  /** Opens the object again if it was released meanwhile, with every check repeated. */
  run(): Promise<Output>;
  /** Runs, and makes an answer whose text has at most `maxBytes` bytes. */
  answer(maxBytes: number): Promise<Answer<Output | string>>;
  /** Gives up the call and closes what it holds. */
  release(): void;
}
