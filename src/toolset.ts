// The tools of one workspace behind one gate, without what only some programs need: `explain`, and the other dialect. What that takes is
// a third of the library, and a server on standard input is started for every session. Leaves every rule to the layers below.

import { toContextOptions } from "./config/apply.ts";
import { type Settings, toSettings } from "./config/settings.ts";
import type { PortholeConfig } from "./config/types.ts";
import { validateConfig } from "./config/validate.ts";
import { createToolContext, type MakeDiscovery, type ToolContext, type ToolContextOptions } from "./context.ts";
import { ToolRegistry } from "./executor/registry.ts";
import { Executor } from "./executor/run.ts";
import type { ExecuteContext, ToolCall, ToolCallResult, ToolReport } from "./executor/types.ts";
import { createSecureTool } from "./factory.ts";
import { DEFAULT_CAPACITY_BYTES } from "./gate/scope.ts";
import type { CallOptions, PathRequest, SecureTool, ToolOutcome, ToolSpec, ToolTraits } from "./gate/spec.ts";
import { createListDirectoryTool } from "./tools/edit/list_directory/tool.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "./tools/edit/list_directory/types.ts";
import { createReadFileTool } from "./tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput } from "./tools/edit/read_file/types.ts";
import { createTreeTool } from "./tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput } from "./tools/edit/tree/types.ts";

export interface ToolsetOptions extends ToolContextOptions {
  /** What `loadConfig` returns, or an object of the same shape. Never read from the workspace by itself. */
  readonly config?: PortholeConfig;
}

/** What there is in every dialect. */
export interface Toolset {
  readonly tree: SecureTool<TreeOptions, TreeOutput>;
  readonly readFile: SecureTool<ReadFileOptions, ReadFileOutput>;
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

export interface ForgeToolset extends Toolset {
  readonly listDirectory: SecureTool<ListDirectoryOptions, ListDirectoryOutput>;
}

export function openToolBox(options: ToolsetOptions, makeDiscovery?: MakeDiscovery): ToolBox {
  const settings = toSettings(validateConfig(options.config ?? {}));
  const context = createToolContext(toContextOptions(settings, options), makeDiscovery);
  return new ToolBox(context, settings, options.timeoutMs ?? settings.fileTimeoutMs);
}

export function addForgeList(box: ToolBox): ForgeToolset["listDirectory"] {
  return box.addOwn(createListDirectoryTool(box.settings.listDirectory));
}

/** The tools behind the gate, by name. */
export class ToolBox {
  readonly context: ToolContext;
  readonly settings: Settings;
  readonly #registry = new ToolRegistry();
  readonly #ownTimeoutMs: number;

  constructor(context: ToolContext, settings: Settings, ownTimeoutMs: number) {
    this.context = context;
    this.settings = settings;
    this.#ownTimeoutMs = ownTimeoutMs;
  }

  add<Options extends object, Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) {
    const tool = createSecureTool<Options, Request, Output>(this.context, spec);
    this.#registry.register(tool);
    return tool;
  }

  /** One of porthole's own: the configuration says how long it may take. */
  addOwn<Options extends object, Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>) {
    return this.add<Options, Request, Output>(this.withOwnTimeout(spec));
  }

  withOwnTimeout<Spec extends { readonly traits: ToolTraits }>(spec: Spec): Spec {
    return { ...spec, traits: { ...spec.traits, timeoutMs: this.#ownTimeoutMs } };
  }

  toToolset(): Toolset {
    const { context, settings } = this;
    const registry = this.#registry;
    const executor = new Executor(context, registry, settings);
    const close = () => context.workspace.close();
    return {
      tree: this.addOwn(createTreeTool(settings.tree)),
      readFile: this.addOwn(createReadFileTool(settings.readFile)),
      invoke: (name, args, call) => executor.invoke(name, args, call),
      execute: (call, given) => executor.execute(call, withCapacity(given, context)),
      executeBatch: (calls, given) => executor.executeBatch(calls, withCapacity(given, context)),
      tools: () => registry.reports(context.timeoutMs),
      register: (spec) => void this.add(spec),
      close,
      [Symbol.dispose]: close,
    };
  }
}

/** What the caller says, and the owner's limit where the caller is silent. Nothing is read before the executor does, which expects faults. */
function withCapacity(given: ExecuteContext | undefined, { capacityBytes }: ToolContext): ExecuteContext | undefined {
  if (capacityBytes === DEFAULT_CAPACITY_BYTES) return given;
  const get = (_: object, name: string | symbol): unknown =>
    Reflect.get(Object(given), name) ?? (name === "available_capacity_bytes" ? capacityBytes : undefined);
  return new Proxy({}, { get });
}
