// Assembles the tools of one workspace: each behind the gate, in a registry, and as a method of the toolkit.

import type { Settings } from "../config/settings.ts";
import { type ToolkitMarks, toMarks } from "../executor/marks.ts";
import { ToolRegistry } from "../executor/registry.ts";
import { type ToolkitResources, toResources } from "../executor/resources.ts";
import { Executor } from "../executor/run.ts";
import { explainRecorded } from "../explain/explain.ts";
import { viewSearch } from "../explain/view_search.ts";
import {
  type ToolView,
  viewFind,
  viewGeminiList,
  viewList,
  viewRead,
  viewReadFiles,
  viewTree,
} from "../explain/views.ts";
import type { ToolContext } from "../gate/context.ts";
import { createOwnersTool, GatedTool, toSecureTool } from "../gate/factory.ts";
import type { PathRequest, SecureTool, ToolSpec, ToolTraits } from "../gate/spec.ts";
import { isDenied } from "../security/policy.ts";
import type { ToolResult } from "../tools/base.ts";
import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { listWalkFilter } from "../tools/edit/list_directory/walk_filter.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { findWalkFilter } from "../tools/edit/list_files/walk_filter.ts";
import { createReadFileTool } from "../tools/edit/read_file/tool.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { createTreeTool } from "../tools/edit/tree/tool.ts";
import { treeWalkFilter } from "../tools/edit/tree/walk_filter.ts";
import type { MakeWalkFilter } from "../tools/looking/walk_filter.ts";
import { createGeminiListing, createGeminiListTool, type GeminiListRequest } from "../tools/ls/tool.ts";
import type { LSToolParams } from "../tools/ls/types.ts";
import { geminiWalkFilter } from "../tools/ls/walk_filter.ts";
import { createMarkLister } from "../tools/marks/list.ts";
import { createMarkFinder } from "../tools/marks/of.ts";
import { createPathCompletion } from "../tools/resources/complete.ts";
import { createResourceList } from "../tools/resources/list.ts";
import { createResourceReader } from "../tools/resources/read.ts";
import type { AgentToolkit, GeminiToolkit, Toolkit } from "./types.ts";

interface BoxOptions {
  readonly ownTimeoutMs: number;
  readonly onClose: () => void;
}

/** The tools of one workspace, for use by a program. */
export class ToolBox {
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

  /** `listFilter` is null for a list_directory that takes only absolute paths if none are allowed. */
  #makeMarks(listFilter: MakeWalkFilter | null): ToolkitMarks {
    const { tree, listFiles } = this.#settings;
    const facts = { isSideEffecting: false, requiresApproval: false };
    const isUsable = (name: string) => !isDenied(this.#context.policy, { name, ...facts });
    // Marks need permission for list_directory. It has the fewest rules, so if even it hides an entry, its rule says most.
    const filters = [
      ...(listFilter === null ? [] : [listFilter]),
      ...(isUsable("list_files") ? [findWalkFilter(listFiles)] : []),
      ...(isUsable("tree") ? [treeWalkFilter(tree)] : []),
    ];
    const registry = new ToolRegistry();
    this.#addTo(registry, createMarkLister(this.#context, filters), "list_directory");
    this.#addTo(registry, createMarkFinder(this.#context), "list_directory");
    return toMarks(new Executor(this.#context, registry, this.#settings), this.#context.allowedRoots ?? ["."]);
  }

  /** For a spec that is not one of the toolkit's tools. */
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

  /** The configured timeout of the built-in tools. */
  #withTimeout<Spec extends { readonly traits: ToolTraits }>(spec: Spec): Spec {
    return { ...spec, traits: { ...spec.traits, timeoutMs: this.#options.ownTimeoutMs } };
  }
}
