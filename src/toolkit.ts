// createAgentToolkit: the tools of one workspace behind one gate, as functions, by name, and as a model calls them. Leaves
// every rule to the layers below.

import type { Settings } from "./config/settings.ts";
import { toSettings } from "./config/settings.ts";
import type { PortholeConfig } from "./config/types.ts";
import { validateConfig } from "./config/validate.ts";
import { createToolContext, type ToolContextOptions } from "./context.ts";
import { ToolRegistry } from "./executor/registry.ts";
import { Executor } from "./executor/run.ts";
import type { ExecuteContext, ToolCall, ToolCallResult, ToolReport } from "./executor/types.ts";
import { createSecureTool, settle } from "./factory.ts";
import type { CallOptions, PathRequest, SecureTool, ToolOutcome, ToolSpec } from "./gate/spec.ts";
import { createListDirectoryTool } from "./tools/edit/list_directory/tool.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "./tools/edit/list_directory/types.ts";
import { createReadFileTool } from "./tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput } from "./tools/edit/read_file/types.ts";
import { createTreeTool } from "./tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput } from "./tools/edit/tree/types.ts";

/** What is given here wins over `config`, and `config` over what is built in. */
export interface AgentToolkitOptions extends ToolContextOptions {
  /** What `loadConfig` returns, or an object of the same shape. Never read from the workspace by itself. */
  readonly config?: PortholeConfig;
}

export interface AgentToolkit {
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  readonly readFile: SecureTool<ReadFileOptions, ReadFileOutput>;
  readonly listDirectory: SecureTool<ListDirectoryOptions, ListDirectoryOutput>;
  /** A tool by its name, with all arguments in one object. */
  invoke(name: string, args: unknown, call?: CallOptions): Promise<ToolOutcome<unknown>>;
  /** One call as a model makes it; the string that the model reads. */
  execute(call: ToolCall, context?: ExecuteContext): Promise<ToolCallResult>;
  /** Several, in order; a person is asked once for all of them. */
  executeBatch(calls: readonly ToolCall[], context?: ExecuteContext): Promise<ToolCallResult[]>;
  /** What there is, by name. */
  tools(): readonly ToolReport[];
  /** Puts a tool of your own behind the same gate; throws for a name that is taken. */
  register<Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>): void;
  /** Lets go of the workspace; calls after it fail. */
  close(): void;
  [Symbol.dispose](): void;
}

/** Throws for what the program got wrong: a root that is no directory, a broken configuration, a pattern that is no glob. */
export function createAgentToolkit(options: AgentToolkitOptions): AgentToolkit {
  const settings = toSettings(validateConfig(options.config ?? {}));
  const context = createToolContext(mergeOptions(settings, options));
  const registry = new ToolRegistry();
  const secure = <Options extends object, Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) => {
    const tool = createSecureTool<Options, Request, Output>(context, spec);
    registry.register(tool);
    return tool;
  };
  const timeoutMs = options.timeoutMs ?? settings.fileTimeoutMs;
  const own = <Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) => ({
    ...spec,
    traits: { ...spec.traits, timeoutMs },
  });
  const executor = new Executor(context, registry, settings);
  const close = () => context.workspace.close();
  return {
    tree: secure(own(createTreeTool(settings.tree))),
    readFile: secure(own(createReadFileTool(settings.readFile))),
    listDirectory: secure(own(createListDirectoryTool(settings.listDirectory))),
    invoke: (name, args, call) =>
      settle(async () => registry.get(name)).then((found) =>
        found.status === "success" ? found.data.invoke(args, call) : found,
      ),
    execute: (call, executeContext) => executor.execute(call, executeContext),
    executeBatch: (calls, executeContext) => executor.executeBatch(calls, executeContext),
    tools: () => registry.reports(context.timeoutMs),
    register: (spec) => void secure(spec),
    close,
    [Symbol.dispose]: close,
  };
}

function mergeOptions(settings: Settings, options: AgentToolkitOptions): ToolContextOptions {
  return {
    approvalTimeoutMs: settings.approvalTimeoutMs,
    allowedRoots: settings.allowedRoots,
    deniedPatterns: settings.deniedPatterns,
    includeDefaultDenies: settings.includeDefaultDenies,
    allowAbsolute: settings.allowAbsolute,
    timeoutMs: settings.defaultTimeoutMs,
    maxOutputBytes: settings.maxOutputBytes,
    ...withoutUndefined(options),
    policy: { ...settings.policy, ...withoutUndefined(options.policy ?? {}) },
  };
}

/** An option that is there and undefined says nothing. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
