// Assembles the tools of one workspace: each behind the gate, in a registry, and as a method of the toolkit. A tool is made when it is first
// needed.

import { Calls } from "../call/calls.ts";
import { TOOL_WORDS } from "../call/catalog.ts";
import type { ToolContext } from "../call/context.ts";
import { isDenied } from "../call/policy.ts";
import { ToolRegistry, toRegistered } from "../call/registry.ts";
import { type ToolkitResources, toResources } from "../call/resources.ts";
import { toSecureTool } from "../call/secure_tool.ts";
import { requireSpec } from "../call/spec_rules.ts";
import type { SecureTool } from "../call/types.ts";
import type { Settings } from "../config/settings.ts";
import { explainRecorded } from "../explain/explain.ts";
import { createMarkLister } from "../explain/marks/list.ts";
import { createMarkFinder } from "../explain/marks/of.ts";
import { type ToolkitMarks, toMarks } from "../explain/marks/toolkit_marks.ts";
import { type MakeView, viewFind, viewList, viewRead, viewReadFiles, viewSearch, viewTree } from "../explain/views.ts";
import { findWalker, listWalker, treeWalker, type Walker } from "../explain/walkers.ts";
import { OWNERS_WORDS, type ToolWords } from "../input/words.ts";
import type { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { ToolResult } from "../tools/base.ts";
import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { createReadFileTool } from "../tools/edit/read_file/tool.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { createTreeTool } from "../tools/edit/tree/tool.ts";
import { createGeminiListTool, type GeminiListRequest } from "../tools/ls/tool.ts";
import type { LSToolParams } from "../tools/ls/types.ts";
import { GEMINI_WORDS } from "../tools/ls/words.ts";
import { createPathCompletion } from "../tools/resources/complete.ts";
import { createResourceList } from "../tools/resources/list.ts";
import { createResourceReader } from "../tools/resources/read.ts";
import type { PathRequest, ToolSpec, ToolTraits } from "../tools/tool.ts";
import { once } from "./once.ts";
import type { AgentToolkit, GeminiToolkit, Toolkit } from "./types.ts";

interface BoxOptions {
  readonly ownTimeoutMs: number;
}

/** The tools of one workspace, for use by a program. */
export class ToolBox {
  readonly #context: ToolContext;
  readonly #settings: Settings;
  readonly #options: BoxOptions;
  readonly #registry = new ToolRegistry();
  /** Those of the tools that both dialects share. */
  readonly #specs;

  constructor(context: ToolContext, settings: Settings, options: BoxOptions) {
    this.#context = context;
    this.#settings = settings;
    this.#options = options;
    this.#specs = {
      tree: this.#late(() => createTreeTool(settings.tree)),
      read: this.#late(() => createReadFileTool(settings.readFile)),
      several: this.#late(() => this.#makeReadFiles()),
      find: this.#late(() => createListFilesTool(settings.listFiles)),
      search: this.#late(() => createSearchTextTool(settings.searchText)),
    };
  }

  toForge(): AgentToolkit {
    const { listDirectory: limits } = this.#settings;
    const list = this.#late(() => createListDirectoryTool(limits));
    const { tree, read, several, find, search } = this.#specs;
    const makeViews: readonly MakeView[] = [
      (asked) => viewTree(asked, tree()),
      (asked) => viewList(asked, list(), limits),
      (asked) => viewFind(asked, find()),
      (asked) => viewSearch(asked, search()),
      (asked) => viewRead(asked, read()),
      (asked) => viewReadFiles(asked, several()),
    ];
    return {
      ...this.#toToolkit(this.#add("list_directory", list)),
      marks: this.#makeMarks(),
      explain: (path, call) => explainRecorded(this.#context, makeViews, path, call),
    };
  }

  toGemini(): GeminiToolkit {
    const parts = { context: this.#context, fileService: this.#context.discovery };
    return this.#toToolkit<GeminiToolkit["listDirectory"]>(
      this.#add<Omit<LSToolParams, "path">, GeminiListRequest, ToolResult>(
        "list_directory",
        this.#late(() => createGeminiListTool(parts)),
        { words: GEMINI_WORDS },
      ),
    );
  }

  #toToolkit<ListTool>(listDirectory: ListTool): Toolkit & { readonly listDirectory: ListTool } {
    const [context, registry, settings] = [this.#context, this.#registry, this.#settings];
    const desk = new Calls({ context, tools: registry }, settings);
    const { tree, read, several, find, search } = this.#specs;
    const close = () => {
      context.workspace.close();
    };
    return {
      tree: this.#add("tree", tree),
      readFile: this.#add("read_file", read),
      readFiles: this.#add("read_files", several, { argument: "paths" }),
      listFiles: this.#add("list_files", find),
      searchText: this.#add("search_text", search),
      invoke: (name, args, call) => desk.invoke(name, args, call),
      execute: (call, given) => desk.execute(call, given),
      executeBatch: (calls, given) => desk.executeBatch(calls, given),
      answer: (call, given) => desk.answer(call, given),
      answerBatch: (calls, given) => desk.answerBatch(calls, given),
      format: context.format,
      tools: () => registry.reports(context),
      maxAnswerBytes: Math.min(context.maxOutputBytes, context.capacityBytes),
      answerLimitFrom: context.outputLimitFrom,
      register: (spec) => {
        requireSpec(spec);
        registry.register(toRegistered(context, spec, { words: settings.readsForeignWords ? OWNERS_WORDS : null }));
      },
      resources: this.#makeResources(find),
      resumeCalls: () => context.semaphore.resume(),
      close,
      [Symbol.dispose]: close,
      listDirectory,
    };
  }

  #makeResources(find: () => ReturnType<typeof createListFilesTool>): ToolkitResources {
    const { readFile, listFiles } = this.#settings;
    const registry = new ToolRegistry();
    this.#addTo(registry, "resources/list", "list_files", () => createResourceList(find()));
    this.#addTo(registry, "completion/complete", "list_files", () => createPathCompletion(listFiles));
    this.#addTo(registry, "resources/read", "read_file", () => createResourceReader(readFile));
    return toResources(new Calls({ context: this.#context, tools: registry }, this.#settings));
  }

  #makeMarks(): ToolkitMarks {
    const context = this.#context;
    const registry = new ToolRegistry();
    this.#addTo(registry, "marks/list", "list_directory", () => createMarkLister(context, this.#findWalkers()));
    this.#addTo(registry, "marks/of", "list_directory", () => createMarkFinder(context));
    return toMarks(new Calls({ context, tools: registry }, this.#settings), context.allowedRoots ?? ["."]);
  }

  #findWalkers(): readonly Walker[] {
    const { tree, listDirectory, listFiles } = this.#settings;
    const facts = { isSideEffecting: false, requiresApproval: false };
    const isUsable = (name: string) => !isDenied(this.#context.policy, { name, ...facts });
    // Marks need permission for list_directory. It has the fewest rules, so if even it hides an entry, its rule says most.
    return [
      listWalker(listDirectory),
      ...(isUsable("list_files") ? [findWalker(listFiles)] : []),
      ...(isUsable("tree") ? [treeWalker(tree)] : []),
    ];
  }

  /** For a spec that is not one of the toolkit's tools. `name` is that of its definition. */
  #addTo<Request extends PathRequest>(
    registry: ToolRegistry,
    name: string,
    policyName: string,
    makeSpec: () => ToolSpec<Request, unknown>,
  ): void {
    registry.registerLate(name, () => toRegistered(this.#context, this.#withTimeout(makeSpec()), { policyName }));
  }

  #makeReadFiles() {
    const { readFile, readFiles } = this.#settings;
    return createReadFilesTool(createReadFileTool({ ...readFile, maxLines: readFiles.maxLines }), readFiles);
  }

  /** `name` is that of the spec's definition. Returns the method of the toolkit. */
  #add<Options extends object, Request extends PathRequest, Output, Named = string>(
    name: keyof typeof TOOL_DEFINITIONS,
    makeSpec: () => ToolSpec<Request, Output>,
    { argument, words }: { readonly argument?: "path" | "paths"; readonly words?: ToolWords } = {},
  ): SecureTool<Options, Output, Named> {
    const settings = this.#settings;
    const findWords = () => (settings.readsForeignWords ? (words ?? TOOL_WORDS[name](settings)) : null);
    this.#registry.registerLate(name, () => toRegistered(this.#context, makeSpec(), { words: findWords() }));
    return toSecureTool({ context: this.#context, tools: this.#registry }, name, argument);
  }

  #late<Spec extends { readonly traits: ToolTraits }>(make: () => Spec): () => Spec {
    return once(() => this.#withTimeout(make()));
  }

  /** The configured timeout of the built-in tools. */
  #withTimeout<Spec extends { readonly traits: ToolTraits }>(spec: Spec): Spec {
    return { ...spec, traits: { ...spec.traits, timeoutMs: this.#options.ownTimeoutMs } };
  }
}
