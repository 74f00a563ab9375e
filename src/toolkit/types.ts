// The options and methods of a toolkit. Types only.

import type { ToolContextOptions } from "../call/context.ts";
import type { ToolkitResources } from "../call/resources.ts";
import type {
  CallAnswer,
  CallOptions,
  ExecuteContext,
  SecureTool,
  ToolCall,
  ToolCallResult,
  ToolOutcome,
  ToolReport,
} from "../call/types.ts";
import type { ExplainOptions } from "../explain/explain.ts";
import type { ToolkitMarks } from "../explain/marks/toolkit_marks.ts";
import type { Explanation } from "../explain/types.ts";
import type { DefaultsSet, PortholeConfig } from "../registory/config_keys.ts";
import type { ToolResult } from "../tools/base.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "../tools/edit/list_directory/types.ts";
import type { ListFilesOptions, ListFilesOutput } from "../tools/edit/list_files/types.ts";
import type { ReadFileOptions, ReadFileOutput } from "../tools/edit/read_file/types.ts";
import type { ReadFilesOptions, ReadFilesOutput } from "../tools/edit/read_files/types.ts";
import type { SearchTextOptions, SearchTextOutput } from "../tools/edit/search_text/types.ts";
import type { TreeOptions, TreeOutput } from "../tools/edit/tree/types.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { LSToolParams } from "../tools/ls/types.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";

/** Which `list_directory` a toolkit has: `gemini` is that of Gemini CLI. */
export type Dialect = "forge" | "gemini";

/** Options win over `config`, and `config` over the built-in defaults. */
export interface AgentToolkitOptions extends ToolContextOptions {
  /** The result of `loadConfig`, or an object of the same shape. porthole never loads one from the workspace on its own. */
  readonly config?: PortholeConfig;
  /** The defaults for everything that neither the options nor `config` set (docs/configuration.md). Default: `specified`. */
  readonly defaults?: DefaultsSet;
  /**
   * Whether the tools leave out files that git ignores; wins over `config`. The Gemini `list_directory` has its own rules. Default: each
   * tool's key.
   */
  readonly respectGitignore?: boolean;
  /** Which `list_directory` to use. Default: `forge`. */
  readonly dialect?: Dialect;
}

/** The members that both dialects share. */
export interface Toolkit {
  /** Shows a directory as a tree. */
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  /** Reads a window of lines of one text file. */
  readonly readFile: SecureTool<ReadFileOptions, ReadFileOutput>;
  /** Finds files by a glob, page by page. */
  readonly listFiles: SecureTool<ListFilesOptions, ListFilesOutput>;
  /** Searches file contents line by line, page by page. */
  readonly searchText: SecureTool<SearchTextOptions, SearchTextOutput>;
  /** Reads up to 20 text files. */
  readonly readFiles: SecureTool<ReadFilesOptions, ReadFilesOutput, readonly string[]>;
  /** Calls a tool by its name, with all arguments in one object. */
  invoke(name: string, args: unknown, call?: CallOptions): Promise<ToolOutcome<unknown>>;
  /** Runs one call of a model, and returns the text for the model. */
  execute(call: ToolCall, context?: ExecuteContext): Promise<ToolCallResult>;
  /** Runs several calls in order; a person is asked once for all of them. */
  executeBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<ToolCallResult[]>;
  /** Like `execute`, with the data behind the text. */
  answer(call: ToolCall, context?: ExecuteContext): Promise<CallAnswer>;
  /** Like `executeBatch`, with the data. */
  answerBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<CallAnswer[]>;
  /** The form of answers for a model. */
  readonly format: AnswerFormat;
  /** The tools, sorted by name. */
  tools(): readonly ToolReport[];
  /** The largest answer, in bytes of UTF-8, for a call that does not specify its capacity. */
  readonly maxAnswerBytes: number;
  /** Whether `maxOutputBytes` or `[tools.output] max_bytes` was set. */
  readonly answerLimitFrom: "owner" | "default";
  /** Adds a tool of your own, behind the same gate. Throws if the name is taken. */
  register<Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>): void;
  /** The files as MCP resources, for an MCP server. */
  readonly resources: ToolkitResources;
  /** Checks the calls that are held back (`hold_back`, `holdBack`) again, and starts those that may start now. */
  resumeCalls(): void;
  /** Closes the workspace; later calls fail. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}

/** A toolkit with the standard `list_directory`. */
export interface AgentToolkit extends Toolkit {
  /** Lists one directory, with sizes and times. */
  readonly listDirectory: SecureTool<ListDirectoryOptions, ListDirectoryOutput>;
  /** What an agent can and cannot see of a folder, entry by entry, for the owner. */
  readonly marks: ToolkitMarks;
  /**
   * Explains why the agent can or cannot see a path. `showExplanation` formats the result. Rejects if `path` is not a string. Recorded as
   * one call of the owner.
   */
  explain(path: string, call?: ExplainOptions): Promise<Explanation>;
}

/** A toolkit with the `list_directory` of Gemini CLI, without `marks` and `explain`. */
export interface GeminiToolkit extends Toolkit {
  /** Lists one directory as Gemini CLI does. */
  readonly listDirectory: SecureTool<Omit<LSToolParams, "path">, ToolResult>;
}
