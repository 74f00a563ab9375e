// What a toolkit is to a program: its options and its methods. Types only.

import type { ToolkitMarks } from "../executor/marks.ts";
import type { ToolkitResources } from "../executor/resources.ts";
import type { CallAnswer, ExecuteContext, ToolCall, ToolCallResult, ToolReport } from "../executor/types.ts";
import type { ExplainOptions } from "../explain/explain.ts";
import type { Explanation } from "../explain/types.ts";
import type { ToolContextOptions } from "../gate/context.ts";
import type { AnswerFormat, CallOptions, PathRequest, SecureTool, ToolOutcome, ToolSpec } from "../gate/spec.ts";
import type { DefaultsSet, PortholeConfig } from "../registory/config_keys.ts";
import type { ToolResult } from "../tools/base.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "../tools/edit/list_directory/types.ts";
import type { ListFilesOptions, ListFilesOutput } from "../tools/edit/list_files/types.ts";
import type { ReadFileOptions, ReadFileOutput } from "../tools/edit/read_file/types.ts";
import type { ReadFilesOptions, ReadFilesOutput } from "../tools/edit/read_files/types.ts";
import type { SearchTextOptions, SearchTextOutput } from "../tools/edit/search_text/types.ts";
import type { TreeOptions, TreeOutput } from "../tools/edit/tree/types.ts";
import type { LSToolParams } from "../tools/ls/types.ts";

/** Which `list_directory` a toolkit has: `gemini` is the one of Gemini CLI. */
export type Dialect = "forge" | "gemini";

/** Options win over `config`, and `config` over the built-in defaults. */
export interface AgentToolkitOptions extends ToolContextOptions {
  /** The result of `loadConfig`, or an object of the same shape. porthole never reads one from the workspace by itself. */
  readonly config?: PortholeConfig;
  /** Which defaults apply where neither options nor `config` say otherwise (docs/configuration.md). Default: `specified`. */
  readonly defaults?: DefaultsSet;
  /** Whether the tools leave out what git ignores; wins over `config`. The Gemini `list_directory` has its own rules. Default: as each tool's key says. */
  readonly respectGitignore?: boolean;
  /** Which `list_directory` there is. Default: `forge`. */
  readonly dialect?: Dialect;
}

/** The part that is the same in both dialects. */
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
  /** A tool by its name, with all arguments in one object. */
  invoke(name: string, args: unknown, call?: CallOptions): Promise<ToolOutcome<unknown>>;
  /** One call as a model makes it; the string that the model reads. */
  execute(call: ToolCall, context?: ExecuteContext): Promise<ToolCallResult>;
  /** Several, in order; a person is asked once for all of them. */
  executeBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<ToolCallResult[]>;
  /** Like `execute`, with the data that the string was made of. */
  answer(call: ToolCall, context?: ExecuteContext): Promise<CallAnswer>;
  /** Like `executeBatch`, with the data. */
  answerBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<CallAnswer[]>;
  /** The form in which a model gets answers. */
  readonly format: AnswerFormat;
  /** The tools, sorted by name. */
  tools(): readonly ToolReport[];
  /** How many bytes of UTF-8 an answer may have if its call does not say how much room there is. */
  readonly maxAnswerBytes: number;
  /** Puts a tool of your own behind the same gate. Throws if the name is taken. */
  register<Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>): void;
  /** The files as resources of the Model Context Protocol, for a server of it. */
  readonly resources: ToolkitResources;
  /** What an agent can and cannot see of a folder, entry by entry, for the owner. */
  readonly marks: ToolkitMarks;
  /** Looks again at the calls that their callers hold back (`hold_back`, `holdBack`), and starts those that may start now. */
  resumeCalls(): void;
  /**
   * Why the agent can or cannot see a path. `showExplanation` makes a text of it. Rejects if `path` is not a string. In the record, one
   * call of the owner.
   */
  explain(path: string, call?: ExplainOptions): Promise<Explanation>;
  /** Closes the workspace; later calls fail. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}

/** A toolkit with the standard `list_directory`. */
export interface AgentToolkit extends Toolkit {
  /** Lists one directory, with sizes and times. */
  readonly listDirectory: SecureTool<ListDirectoryOptions, ListDirectoryOutput>;
}

/** A toolkit with the `list_directory` of Gemini CLI. */
export interface GeminiToolkit extends Toolkit {
  /** Lists one directory as Gemini CLI does. */
  readonly listDirectory: SecureTool<Omit<LSToolParams, "path">, ToolResult>;
}
