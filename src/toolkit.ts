// createAgentToolkit: everything that a program can do with one workspace. Every surface uses the object that is made here.

import { type AuditFile, openAuditFile } from "./audit/file.ts";
import { joinAudits } from "./audit/join.ts";
import { type Settings, toContextOptions, toSettings, withGitignore } from "./config/settings.ts";
import { validateConfig } from "./config/validate.ts";
import { type ToolkitMarks, toMarks } from "./executor/marks.ts";
import { ToolRegistry } from "./executor/registry.ts";
import { type ToolkitResources, toResources } from "./executor/resources.ts";
import { Executor } from "./executor/run.ts";
import type { CallAnswer, ExecuteContext, ToolCall, ToolCallResult, ToolReport } from "./executor/types.ts";
import { type ExplainOptions, explainRecorded } from "./explain/explain.ts";
import type { Explanation } from "./explain/types.ts";
import { viewSearch } from "./explain/view_search.ts";
import {
  type ToolView,
  viewFind,
  viewGeminiList,
  viewList,
  viewRead,
  viewReadFiles,
  viewTree,
} from "./explain/views.ts";
import { CONTEXT_RULES, createToolContext, type ToolContext, type ToolContextOptions } from "./gate/context.ts";
import { createOwnersTool, GatedTool, toSecureTool } from "./gate/factory.ts";
import type {
  AnswerFormat,
  CallOptions,
  PathRequest,
  SecureTool,
  ToolOutcome,
  ToolSpec,
  ToolTraits,
} from "./gate/spec.ts";
import { DEFAULTS_SETS, type DefaultsSet, type PortholeConfig } from "./registory/config_keys.ts";
import { A_BOOLEAN, AN_OBJECT, oneOf, readOwnerInput } from "./security/owner_input.ts";
import { isDenied } from "./security/policy.ts";
import type { ToolResult } from "./tools/base.ts";
import { listWalkFilter } from "./tools/edit/list_directory/select.ts";
import { createListDirectoryTool } from "./tools/edit/list_directory/tool.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "./tools/edit/list_directory/types.ts";
import { createListFilesTool } from "./tools/edit/list_files/tool.ts";
import type { ListFilesOptions, ListFilesOutput } from "./tools/edit/list_files/types.ts";
import { findWalkFilter } from "./tools/edit/list_files/usecase.ts";
import { createReadFileTool } from "./tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput } from "./tools/edit/read_file/types.ts";
import { createReadFilesTool } from "./tools/edit/read_files/tool.ts";
import type { ReadFilesOptions, ReadFilesOutput } from "./tools/edit/read_files/types.ts";
import { createSearchTextTool } from "./tools/edit/search_text/tool.ts";
import type { SearchTextOptions, SearchTextOutput } from "./tools/edit/search_text/types.ts";
import { treeWalkFilter } from "./tools/edit/tree/filter.ts";
import { createTreeTool } from "./tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput } from "./tools/edit/tree/types.ts";
import type { MakeWalkFilter } from "./tools/looking/walk_filter.ts";
import { geminiWalkFilter } from "./tools/ls/ignored_entries.ts";
import { createGeminiListing, createGeminiListTool, type GeminiListRequest } from "./tools/ls/tool.ts";
import type { LSToolParams } from "./tools/ls/types.ts";
import { createMarkLister } from "./tools/marks/list.ts";
import { createMarkFinder } from "./tools/marks/of.ts";
import { createPathCompletion } from "./tools/resources/complete.ts";
import { createResourceList } from "./tools/resources/list.ts";
import { createResourceReader } from "./tools/resources/read.ts";

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

/** Throws if an option is unknown, the root is not a directory, the configuration is broken, or a pattern is not a glob. */
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect: "gemini" }): GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect?: "forge" }): AgentToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit;
export function createAgentToolkit(given: AgentToolkitOptions): AgentToolkit | GeminiToolkit {
  const {
    config = {},
    defaults,
    dialect,
    respectGitignore,
    ...options
  } = readOwnerInput("options", given, TOOLKIT_RULES);
  const checked = validateConfig(config);
  const settings = withGitignore(toSettings(checked, defaults), respectGitignore);
  // Told apart from a default: together with `includeDefaultDenies: false` it is a mistake.
  const isSecretsAsked = checked.tools?.sandbox?.deny_secrets === true;
  const context = createToolContext(
    toContextOptions(settings, { ...(isSecretsAsked ? { denySecrets: true } : {}), ...options }),
  );
  const record = openRecord(context, settings.auditFile);
  const audit = joinAudits([record, context.audit]);
  const box = new ToolBox({ ...context, audit }, settings, {
    ownTimeoutMs: options.timeoutMs ?? settings.fileTimeoutMs,
    onClose: () => record?.close(),
  });
  return dialect === "gemini" ? box.toGemini() : box.toForge();
}

const TOOLKIT_RULES = {
  ...CONTEXT_RULES,
  config: AN_OBJECT,
  defaults: oneOf(DEFAULTS_SETS),
  dialect: oneOf(["forge", "gemini"]),
  respectGitignore: A_BOOLEAN,
};

/** The file of the configuration. A program's own audit is called after it: neither takes the place of the other. */
function openRecord({ workspace }: ToolContext, file: string | null): AuditFile | undefined {
  if (file === null) return undefined;
  try {
    return openAuditFile(file, workspace.rootNames[0] ?? "");
  } catch (error) {
    workspace.close();
    throw error;
  }
}

interface BoxOptions {
  readonly ownTimeoutMs: number;
  readonly onClose: () => void;
}

/** The tools of one workspace, and how a program reaches them. */
class ToolBox {
  readonly #context: ToolContext;
  readonly #settings: Settings;
  readonly #options: BoxOptions;
  readonly #registry = new ToolRegistry();

  constructor(context: ToolContext, settings: Settings, options: BoxOptions) {
    this.#context = context;
    this.#settings = settings;
    this.#options = options;
  }

  toForge(): AgentToolkit {
    const { listDirectory: limits } = this.#settings;
    const spec = this.#withTimeout(createListDirectoryTool(limits));
    const view = (asked: ToolContext) => viewList(asked, spec, limits);
    return { ...this.#toToolkit(view, listWalkFilter(limits)), listDirectory: this.#add(spec) };
  }

  toGemini(): GeminiToolkit {
    const context = this.#context;
    const parts = { context, fileService: context.discovery };
    const view = (asked: ToolContext) => viewGeminiList(asked, this.#withTimeout(createGeminiListing(parts)));
    const listDirectory = this.#add<Omit<LSToolParams, "path">, GeminiListRequest, ToolResult>(
      this.#withTimeout(createGeminiListTool(parts)),
    );
    return { ...this.#toToolkit(view, context.allowAbsolute ? geminiWalkFilter : null), listDirectory };
  }

  #toToolkit(viewList: (context: ToolContext) => ToolView, listFilter: MakeWalkFilter | null): Toolkit {
    const [context, registry] = [this.#context, this.#registry];
    const executor = new Executor(context, registry, this.#settings);
    const tree = this.#withTimeout(createTreeTool(this.#settings.tree));
    const read = this.#withTimeout(createReadFileTool(this.#settings.readFile));
    const several = this.#withTimeout(this.#makeReadFiles());
    const find = this.#withTimeout(createListFilesTool(this.#settings.listFiles));
    const search = this.#withTimeout(createSearchTextTool(this.#settings.searchText));
    const close = () => {
      context.workspace.close();
      this.#options.onClose();
    };
    const makeViews = (context: ToolContext) => [
      viewTree(context, tree),
      viewList(context),
      viewFind(context, find),
      viewSearch(context, search),
      viewRead(context, read),
      viewReadFiles(context, several),
    ];
    return {
      tree: this.#add(tree),
      readFile: this.#add(read),
      readFiles: this.#add(several, "paths"),
      listFiles: this.#add(find),
      searchText: this.#add(search),
      invoke: (name, args, call) => executor.invoke(name, args, call),
      execute: (call, given) => executor.execute(call, given),
      executeBatch: (calls, given) => executor.executeBatch(calls, given),
      answer: (call, given) => executor.answer(call, given),
      answerBatch: (calls, given) => executor.answerBatch(calls, given),
      format: context.format,
      tools: () => registry.reports(context),
      maxAnswerBytes: Math.min(context.maxOutputBytes, context.capacityBytes),
      register: (spec) => registry.register(createOwnersTool(context, spec)),
      resources: this.#makeResources(find),
      marks: this.#makeMarks(listFilter),
      resumeCalls: () => context.semaphore.resume(),
      explain: (path, call) => explainRecorded(context, makeViews, path, call),
      close,
      [Symbol.dispose]: close,
    };
  }

  #makeResources(find: ReturnType<typeof createListFilesTool>): ToolkitResources {
    const { readFile, listFiles } = this.#settings;
    const registry = new ToolRegistry();
    this.#addTo(registry, createResourceList(find), "list_files");
    this.#addTo(registry, createPathCompletion(listFiles), "list_files");
    this.#addTo(registry, createResourceReader(readFile), "read_file");
    return toResources(new Executor(this.#context, registry, this.#settings));
  }

  /** `listFilter` is null for a list_directory that takes only absolute paths where none are allowed. */
  #makeMarks(listFilter: MakeWalkFilter | null): ToolkitMarks {
    const { tree, listFiles } = this.#settings;
    const facts = { isSideEffecting: false, requiresApproval: false };
    const isUsable = (name: string) => !isDenied(this.#context.policy, { name, ...facts });
    // Marks are refused where list_directory is. It has the fewest rules: if not even it shows an entry, its rule says most.
    const filters = [
      ...(listFilter === null ? [] : [listFilter]),
      ...(isUsable("list_files") ? [findWalkFilter(listFiles)] : []),
      ...(isUsable("tree") ? [treeWalkFilter(tree)] : []),
    ];
    const registry = new ToolRegistry();
    this.#addTo(registry, createMarkLister(this.#context, filters), "list_directory");
    this.#addTo(registry, createMarkFinder(this.#context), "list_directory");
    return toMarks(new Executor(this.#context, registry, this.#settings));
  }

  /** A spec that is not a tool of the toolkit's. */
  #addTo<Request extends PathRequest>(registry: ToolRegistry, spec: ToolSpec<Request, unknown>, policyName: string) {
    registry.register(new GatedTool(this.#context, this.#withTimeout(spec), policyName));
  }

  #makeReadFiles() {
    const { readFile, readFiles } = this.#settings;
    return createReadFilesTool(createReadFileTool({ ...readFile, maxLines: readFiles.maxLines }), readFiles);
  }

  #add<Options extends object, Request extends PathRequest, Output, Named = string>(
    spec: ToolSpec<Request, Output>,
    argument?: "path" | "paths",
  ): SecureTool<Options, Output, Named> {
    const tool = new GatedTool(this.#context, spec);
    this.#registry.register(tool);
    return toSecureTool(this.#context, tool, argument);
  }

  /** The configuration says how long porthole's own tools may take. */
  #withTimeout<Spec extends { readonly traits: ToolTraits }>(spec: Spec): Spec {
    return { ...spec, traits: { ...spec.traits, timeoutMs: this.#options.ownTimeoutMs } };
  }
}
