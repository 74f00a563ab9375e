// The interface of a tool: what it says about itself, and the environment of one call of it. Types, but for one constant.

import type { CallClock } from "../disk/call_clock.ts";
import type { SealedNode } from "../disk/types.ts";
import type { NameTool } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { ViewSources } from "../view/view.ts";
import type { AnswerFormat, Found } from "./found.ts";

/** A request that names one path. */
export interface PathRequest {
  /** As the model sent it, possibly trimmed. */
  readonly path: string;
}

/** `low` only reads, `medium` edits, `high` runs commands. */
export type RiskLevel = "low" | "medium" | "high";

/** The traits of a read-only tool. */
export const READ_ONLY = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" } as const;

/** Owner callbacks may be synchronous; their callers await the result. */
export type Awaitable<T> = T | Promise<T>;

/** What the globs of an argument are relative to: the `path` of the call, or always the root. */
export type GlobBase = "path" | "root";

/** By argument. Its value is a glob or a list of globs. */
export type GlobArguments = Readonly<Record<string, GlobBase>>;

/** The risk and limits of a tool. */
export interface ToolTraits {
  /** Whether the tool changes anything. */
  readonly isSideEffecting: boolean;
  /** Whether every call needs human approval. */
  readonly requiresApproval: boolean;
  /** `low` only reads, `medium` edits, `high` runs commands. */
  readonly riskLevel: RiskLevel;
  /** The tool's own timeout. Default: the context's. */
  readonly timeoutMs?: number;
  /** Whether it leaves out files that git ignores. Its scope then contains the rules. */
  readonly respectsGitignore?: boolean;
  /** Whether its text may be cut to fit. Default: false, because JSON that is cut is invalid. */
  readonly allowsTruncation?: boolean;
}

/** A tool as the gate sees it. `Request` is parsed from the arguments; it names one path, unless the tool's target is the root. */
export interface ToolSpec<Request extends PathRequest, Output> {
  /** The name, description and schema for the model. */
  readonly definition: ToolDefinition;
  /** The risk and limits of the tool. */
  readonly traits: ToolTraits;
  /**
   * The object that the gate opens for a call. `path`: the one that the request names. `root`: the root of the workspace, even if only some
   * folders are allowed, for a tool that opens several paths with `scope.open` and accesses nothing else. Default: `path`.
   */
  readonly target?: "path" | "root";
  /** The error for a path that does not exist. `hinted` adds the nearest existing folder and name; `plain` does not. Default: `hinted`. */
  readonly notFound?: "hinted" | "plain";
  /** How the model may name places besides plain paths. If given, `porthole:///path` is understood like a path relative to the root. */
  readonly places?: {
    /**
     * Arguments that are a glob or a list of globs, and whether these are relative to the `path` of the call or to the root. The model may also
     * send absolute globs; `parse` gets relative ones.
     */
    readonly globs: GlobArguments;
  };
  /**
   * The paths that a tool with target `root` will open, as the model sent them: no approval is requested for a call that cannot open any.
   */
  paths?(request: Request): readonly string[];
  /** The arguments match the definition's schema. Throws a `ToolError` for other faults. No I/O. */
  parse(args: Readonly<Record<string, unknown>>): Request;
  /** Describes the call for the person who approves it: no I/O, at most 200 characters. */
  summarize(request: Request): string;
  /** Does the work on the opened object. Every error it throws becomes an error result. An output that can be shortened is a `Found`. */
  run(request: Request, node: SealedNode, scope: CallScope): Awaitable<Output | Found<Output>>;
  /** The text for the model, in both formats. Default: the output itself if it is a string, otherwise its JSON or `toTextForm`. */
  toText?(output: Output, request: Request, nameTool: NameTool): string;
  /** The text for the model if the toolkit's format is `text`. `nameTool` gives the name by which the model knows a tool. Default: as in `json`. */
  toTextForm?(output: Output, request: Request, nameTool: NameTool): string;
}

/** A tool whose answers can be shortened, as those of the built-in ones can. */
export interface FindingTool<Request extends PathRequest, Output> extends ToolSpec<Request, Output> {
  run(request: Request, node: SealedNode, scope: CallScope): Awaitable<Found<Output>>;
}

/** The limit of an answer. */
export interface AnswerLimit {
  /** The largest answer, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** The form of the answer. */
  readonly format: AnswerFormat;
}

/** The environment of one call. */
export interface CallScope extends ViewSources {
  /** The id of the call, if it has one. */
  readonly callId: string;
  /** The requested path, normalised and relative to the root (`.` for the root). Links are not resolved. */
  readonly path: string;
  /** For anything the tool starts itself: fires when the caller cancels and when the time is up. */
  readonly signal: AbortSignal;
  /** Carries the caller's signal and the deadline. */
  readonly clock: CallClock;
  /** The timeout of the call. */
  readonly timeoutMs: number;
  /** The text of the answer is limited by the smaller of these two. */
  readonly maxOutputBytes: number;
  /** Room left in the model's context. */
  readonly availableCapacityBytes: number;
  /** For tools that stop when the answer is full; absent if the caller wants the output itself. */
  readonly answer?: AnswerLimit | undefined;
  /** The name by which the model knows a tool. */
  readonly nameTool: NameTool;
  /** Whether the text may be cut. */
  readonly allowTruncation: boolean;
  /** Opens a further path, as a model sent it, with all checks of the call's own path and within its time limit. Throws a `ToolError`. */
  open(unsafePath: string): Promise<OpenedPath>;
}

/** A further path of a call. The tool closes the node. */
export interface OpenedPath {
  /** The opened object. */
  readonly node: SealedNode;
  /** The scope of the call, with this path. `ignored` is null. */
  readonly scope: CallScope;
}
