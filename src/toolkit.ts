// createAgentToolkit: the tools of one workspace behind one gate, as functions, by name, and as a model calls them. Leaves
// every rule to the layers below.

import { toContextOptions, withoutUndefined } from "./config/apply.ts";
import { toSettings } from "./config/settings.ts";
import type { PortholeConfig } from "./config/types.ts";
import { validateConfig } from "./config/validate.ts";
import { createToolContext, type ToolContext, type ToolContextOptions } from "./context.ts";
import { FileDiscoveryService } from "./discovery/service.ts";
import { ToolRegistry } from "./executor/registry.ts";
import { Executor, type ExecutorLimits } from "./executor/run.ts";
import type { ExecuteContext, ToolCall, ToolCallResult, ToolReport } from "./executor/types.ts";
import { explainPath } from "./explain/explain.ts";
import type { ToolRules } from "./explain/judge.ts";
import type { Explanation } from "./explain/types.ts";
import { createSecureTool } from "./factory.ts";
import { useSchemaLibrary } from "./gate/schema_library.ts";
import type { CallOptions, PathRequest, SecureTool, ToolOutcome, ToolSpec } from "./gate/spec.ts";
import type { ToolResult } from "./tools/base.ts";
import { createListDirectoryTool } from "./tools/edit/list_directory/tool.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "./tools/edit/list_directory/types.ts";
import { createReadFileTool } from "./tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput } from "./tools/edit/read_file/types.ts";
import { createTreeTool } from "./tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput } from "./tools/edit/tree/types.ts";
import { createGeminiListTool } from "./tools/ls/spec.ts";
import type { LSToolParams } from "./tools/ls/types.ts";

useSchemaLibrary();

export type Dialect = "forge" | "gemini";

/** What is given here wins over `config`, and `config` over what is built in. */
export interface AgentToolkitOptions extends ToolContextOptions {
  /** What `loadConfig` returns, or an object of the same shape. Never read from the workspace by itself. */
  readonly config?: PortholeConfig;
  /** Which `list_directory` there is. Default: `forge`. */
  readonly dialect?: Dialect;
}

/** What there is in every dialect. */
export interface Toolkit {
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  readonly readFile: SecureTool<ReadFileOptions, ReadFileOutput>;
  /** A tool by its name, with all arguments in one object. */
  invoke(name: string, args: unknown, call?: CallOptions): Promise<ToolOutcome<unknown>>;
  /** One call as a model makes it; the string that the model reads. */
  execute(call: ToolCall, context?: ExecuteContext): Promise<ToolCallResult>;
  /** Several, in order; a person is asked once for all of them. */
  executeBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<ToolCallResult[]>;
  /** Why the agent can or cannot see a path. `showExplanation` makes a text of it. */
  explain(path: string): Explanation;
  /** What there is, by name. */
  tools(): readonly ToolReport[];
  /** Puts a tool of your own behind the same gate; throws for a name that is taken. */
  register<Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>): void;
  /** Lets go of the workspace; calls after it fail. */
  close(): void;
  [Symbol.dispose](): void;
}

export interface AgentToolkit extends Toolkit {
  readonly listDirectory: SecureTool<ListDirectoryOptions, ListDirectoryOutput>;
}

export interface GeminiToolkit extends Toolkit {
  readonly listDirectory: SecureTool<Omit<LSToolParams, "path">, ToolResult>;
}

/** Throws for what the program got wrong: a root that is no directory, a broken configuration, a pattern that is no glob. */
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect: "gemini" }): GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions & { readonly dialect?: "forge" }): AgentToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit;
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit | GeminiToolkit {
  const settings = toSettings(validateConfig(options.config ?? {}));
  const { workspaceRoot, strategy } = options;
  const discovery = options.discovery ?? new FileDiscoveryService(workspaceRoot, withoutUndefined({ strategy }));
  const context = createToolContext({ ...toContextOptions(settings, options), discovery });
  const set = new ToolSet(context, options.timeoutMs ?? settings.fileTimeoutMs);
  const tree: Toolkit["tree"] = set.addOwn(createTreeTool(settings.tree));
  const readFile: Toolkit["readFile"] = set.addOwn(createReadFileTool(settings.readFile));
  const finish = <List extends SecureTool<never, unknown>>(listDirectory: List, listHides: ToolRules["listHides"]) => {
    const { maxBytes } = settings.readFile;
    const rules = { tree, read: readFile, list: listDirectory, discovery, maxBytes, listHides };
    const own = { tree, readFile, listDirectory, explain: (path: string) => explainPath(context, rules, path) };
    return { ...own, ...toSharedParts(context, set, settings) };
  };
  if (options.dialect === "gemini") {
    const gemini: GeminiToolkit["listDirectory"] = set.addOwn(
      createGeminiListTool({ context, fileService: discovery }),
    );
    return finish(gemini, { hidden: false, git: true, gemini: true });
  }
  const { listDirectory } = settings;
  const forge: AgentToolkit["listDirectory"] = set.addOwn(createListDirectoryTool(listDirectory));
  return finish(forge, { hidden: !listDirectory.includeHidden, git: listDirectory.respectGitignore, gemini: false });
}

/** The tools behind the gate, by name. */
class ToolSet {
  readonly registry = new ToolRegistry();
  readonly #context: ToolContext;
  readonly #ownTimeoutMs: number;

  constructor(context: ToolContext, ownTimeoutMs: number) {
    this.#context = context;
    this.#ownTimeoutMs = ownTimeoutMs;
  }

  add<Options extends object, Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) {
    const tool = createSecureTool<Options, Request, Output>(this.#context, spec);
    this.registry.register(tool);
    return tool;
  }

  /** One of porthole's own: the configuration says how long it may take. */
  addOwn<Options extends object, Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) {
    return this.add<Options, Request, Output>({ ...spec, traits: { ...spec.traits, timeoutMs: this.#ownTimeoutMs } });
  }
}

function toSharedParts(context: ToolContext, set: ToolSet, limits: ExecutorLimits) {
  const { registry } = set;
  const executor = new Executor(context, registry, limits);
  const close = () => context.workspace.close();
  return {
    invoke: (name: string, args: unknown, call?: CallOptions) => executor.invoke(name, args, call),
    execute: (call: ToolCall, executeContext?: ExecuteContext) => executor.execute(call, executeContext),
    executeBatch: (calls: readonly ToolCall[], executeContext?: ExecuteContext) =>
      executor.executeBatch(calls, executeContext),
    tools: () => registry.reports(context.timeoutMs),
    register: <Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) => void set.add(spec),
    close,
    [Symbol.dispose]: close,
  };
}
