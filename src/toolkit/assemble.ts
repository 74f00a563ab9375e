// Assembles a toolkit of one workspace: its tools, each behind the gate and as a method, its resources, marks and explanations.

import type { BuiltIn } from "../call/built_in.ts";
import { Calls } from "../call/calls.ts";
import { TOOL_ALIASES } from "../call/catalog.ts";
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
import { OWNERS_ALIASES, type ToolAliases } from "../input/aliases.ts";
import type { ToolResult } from "../tools/base.ts";
import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { createReadFileTool } from "../tools/edit/read_file/tool.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { createTreeTool } from "../tools/edit/tree/tool.ts";
import { GEMINI_ALIASES } from "../tools/ls/aliases.ts";
import { createGeminiListTool, type GeminiListRequest } from "../tools/ls/tool.ts";
import type { LSToolParams } from "../tools/ls/types.ts";
import { createPathCompletion } from "../tools/resources/complete.ts";
import { createResourceList } from "../tools/resources/list.ts";
import { createResourceReader } from "../tools/resources/read.ts";
import type { PathRequest, ToolSpec, ToolTraits } from "../tools/tool.ts";
import type { AgentToolkit, GeminiToolkit, Toolkit } from "./types.ts";

interface Options {
  readonly context: ToolContext;
  readonly settings: Settings;
  /** The timeout of the built-in tools. */
  readonly timeoutMs: number;
}

/** The options of a toolkit, and what was added to it so far. */
interface Parts extends Options {
  readonly tools: ToolRegistry;
  /** Resources and marks, which run like tools, but no model calls them. */
  readonly requests: ToolRegistry;
}

function toParts(options: Options): Parts {
  return { ...options, tools: new ToolRegistry(), requests: new ToolRegistry() };
}

export function assembleForge(options: Options): AgentToolkit {
  const parts = toParts(options);
  const { context, settings } = options;
  const specs = makeSpecs(parts);
  const list = withTimeout(parts, createListDirectoryTool(settings.listDirectory));
  const makeViews: readonly MakeView[] = [
    (asked) => viewTree(asked, specs.tree),
    (asked) => viewList(asked, list, settings.listDirectory),
    (asked) => viewFind(asked, specs.find),
    (asked) => viewSearch(asked, specs.search),
    (asked) => viewRead(asked, specs.read),
    (asked) => viewReadFiles(asked, specs.several),
  ];
  return {
    ...assembleShared(parts, specs),
    listDirectory: addTool(parts, "list_directory", list),
    marks: assembleMarks(parts),
    explain: (path, call) => explainRecorded(context, makeViews, path, call),
  };
}

export function assembleGemini(options: Options): GeminiToolkit {
  const parts = toParts(options);
  const { context } = options;
  const list = withTimeout(parts, createGeminiListTool({ context, fileService: context.discovery }));
  const addList = addTool<Omit<LSToolParams, "path">, GeminiListRequest, ToolResult>;
  return {
    ...assembleShared(parts, makeSpecs(parts)),
    listDirectory: addList(parts, "list_directory", list, { aliases: GEMINI_ALIASES }),
  };
}

/** The tools that both dialects share. */
function makeSpecs(parts: Options) {
  const { tree, readFile, readFiles, listFiles, searchText } = parts.settings;
  const readPart = createReadFileTool({ ...readFile, maxLines: readFiles.maxLines });
  return {
    tree: withTimeout(parts, createTreeTool(tree)),
    read: withTimeout(parts, createReadFileTool(readFile)),
    several: withTimeout(parts, createReadFilesTool(readPart, readFiles)),
    find: withTimeout(parts, createListFilesTool(listFiles)),
    search: withTimeout(parts, createSearchTextTool(searchText)),
  };
}

function withTimeout<Spec extends { readonly traits: ToolTraits }>({ timeoutMs }: Options, spec: Spec): Spec {
  return { ...spec, traits: { ...spec.traits, timeoutMs } };
}

function assembleShared(parts: Parts, specs: ReturnType<typeof makeSpecs>): Toolkit {
  const { context, settings, tools } = parts;
  const calls = new Calls(parts, settings);
  const close = () => context.workspace.close();
  return {
    tree: addTool(parts, "tree", specs.tree),
    readFile: addTool(parts, "read_file", specs.read),
    readFiles: addTool(parts, "read_files", specs.several, { argument: "paths" }),
    listFiles: addTool(parts, "list_files", specs.find),
    searchText: addTool(parts, "search_text", specs.search),
    invoke: (name, args, call) => calls.invoke(name, args, call),
    execute: (call, given) => calls.execute(call, given),
    executeBatch: (given, options) => calls.executeBatch(given, options),
    answer: (call, given) => calls.answer(call, given),
    answerBatch: (given, options) => calls.answerBatch(given, options),
    format: context.format,
    tools: () => tools.reports(context),
    maxAnswerBytes: Math.min(context.maxOutputBytes, context.capacityBytes),
    answerLimitFrom: context.outputLimitFrom,
    register: (spec) => {
      requireSpec(spec);
      tools.register(toRegistered(context, spec, { aliases: settings.readsAliases ? OWNERS_ALIASES : null }));
    },
    resources: assembleResources(parts, specs.find),
    resumeCalls: () => context.semaphore.resume(),
    close,
    [Symbol.dispose]: close,
  };
}

/** Returns the method of the toolkit. */
function addTool<Options extends object, Request extends PathRequest, Output, Named = string>(
  { context, settings, tools }: Parts,
  name: BuiltIn,
  spec: ToolSpec<Request, Output>,
  { argument, aliases }: { readonly argument?: "path" | "paths"; readonly aliases?: ToolAliases } = {},
): SecureTool<Options, Output, Named> {
  const understood = settings.readsAliases ? (aliases ?? TOOL_ALIASES[name](settings)) : null;
  tools.register(toRegistered(context, spec, { aliases: understood }));
  return toSecureTool({ context, tools }, name, argument);
}

function assembleResources(parts: Parts, find: ReturnType<typeof createListFilesTool>): ToolkitResources {
  const { readFile, listFiles } = parts.settings;
  addRequest(parts, "list_files", createResourceList(find));
  addRequest(parts, "list_files", createPathCompletion(listFiles));
  addRequest(parts, "read_file", createResourceReader(readFile));
  return toResources(toRequestCalls(parts));
}

/** Marks need permission for list_directory. */
function assembleMarks(parts: Parts): ToolkitMarks {
  const { context } = parts;
  addRequest(parts, "list_directory", createMarkLister(context, findWalkers(parts)));
  addRequest(parts, "list_directory", createMarkFinder(context));
  return toMarks(toRequestCalls(parts), context.allowedRoots ?? ["."]);
}

/** `list_directory` has the fewest rules, so if even it hides an entry, its rule says most. */
function findWalkers({ context, settings }: Options): readonly Walker[] {
  const facts = { isSideEffecting: false, requiresApproval: false };
  const isUsable = (name: BuiltIn) => !isDenied(context.policy, { name, ...facts });
  return [
    listWalker(settings.listDirectory),
    ...(isUsable("list_files") ? [findWalker(settings.listFiles)] : []),
    ...(isUsable("tree") ? [treeWalker(settings.tree)] : []),
  ];
}

/** For a request that is not a tool. */
function addRequest<Request extends PathRequest>(
  parts: Parts,
  policyName: BuiltIn,
  spec: ToolSpec<Request, unknown>,
): void {
  parts.requests.register(toRegistered(parts.context, withTimeout(parts, spec), { policyName }));
}

function toRequestCalls({ context, settings, requests }: Parts): Calls {
  return new Calls({ context, tools: requests }, settings);
}
