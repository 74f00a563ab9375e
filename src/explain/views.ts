// How `explain` asks each tool for a path by name. Every answer is the tool's own, through the gate.

import type { ToolContext } from "../call/context.ts";
import { createSecureToolUnchecked } from "../call/secure_tool.ts";
import type { ToolOutcome } from "../call/types.ts";
import { ToolError } from "../errors.ts";
import type { ListDirectoryOutput, ListDirectoryRequest } from "../tools/edit/list_directory/types.ts";
import type { ListFilesOutput, ListFilesRequest } from "../tools/edit/list_files/types.ts";
import type { ReadFileOutput, ReadFileRequest } from "../tools/edit/read_file/types.ts";
import type { ReadFilesOutput, ReadFilesRequest } from "../tools/edit/read_files/types.ts";
import type { SearchTextTool } from "../tools/edit/search_text/tool.ts";
import type { SearchTextOutput } from "../tools/edit/search_text/types.ts";
import type { TreeTool } from "../tools/edit/tree/tool.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { UNREADABLE } from "./rule_words.ts";
import { findWalker, listWalker, searchWalker, treeWalker, type Walker } from "./walkers.ts";

export interface ToolView {
  readonly name: string;
  ask(unsafePath: unknown): Promise<ToolOutcome<unknown>>;
  /** Why the answer of `ask` has nothing of the content; empty if it has. `sizeBytes` is the size of the file, if it is known. */
  findFault?(data: unknown, sizeBytes?: number): string;
  /** Null for a tool that does not walk. */
  readonly walker: Walker | null;
}

export type MakeView = (context: ToolContext) => ToolView;

export function viewTree(context: ToolContext, spec: TreeTool): ToolView {
  const { maxDepth, maxEntries } = spec.settings;
  // At least one entry must be requested, or the directory is not read.
  const least = { max_depth: Math.min(1, maxDepth), max_entries: Math.min(2, maxEntries) };
  return { ...viewNamed(context, spec, (path) => ({ path, ...least })), walker: treeWalker(spec.settings) };
}

export function viewList(
  context: ToolContext,
  spec: ToolSpec<ListDirectoryRequest, ListDirectoryOutput>,
  settings: Parameters<typeof listWalker>[0],
): ToolView {
  return { ...viewNamed(context, spec, (path) => ({ path, max_entries: 1 })), walker: listWalker(settings) };
}

export function viewFind(context: ToolContext, spec: ToolSpec<ListFilesRequest, ListFilesOutput>): ToolView {
  const { respectsGitignore = false } = spec.traits;
  // Reads only one folder, nothing below it.
  const named = viewNamed(context, spec, (path) => ({ path, pattern: "./*", max_results: 1 }));
  return { ...named, walker: findWalker({ respectGitignore: respectsGitignore }) };
}

export function viewSearch(context: ToolContext, spec: SearchTextTool): ToolView {
  const { respectsGitignore = false } = spec.traits;
  // Every line matches, so that no more of a file is read than needed to see whether it is searched. Reads only one folder, nothing below it.
  const all = { pattern: "", mode: "lines", max_results: 1, exclude: ["*"] };
  return {
    ...viewNamed(context, spec, (path) => ({ path, ...all })),
    findFault: (data, sizeBytes) => {
      const { left_out } = data as SearchTextOutput;
      if (left_out.too_large) return wordTooLarge(sizeBytes, spec.settings.maxFileBytes);
      if (left_out.binary) return "it is a binary file";
      return left_out.unreadable ? UNREADABLE : "";
    },
    walker: searchWalker({ respectGitignore: respectsGitignore }),
  };
}

function wordTooLarge(sizeBytes: number | undefined, maxFileBytes: number): string {
  if (sizeBytes === undefined) return "it is too large";
  return `${toDecimal(sizeBytes)}, over the limit of ${toBinary(maxFileBytes)}`;
}

function toDecimal(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function toBinary(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

export function viewRead(context: ToolContext, spec: ToolSpec<ReadFileRequest, ReadFileOutput>): ToolView {
  return { ...viewNamed(context, spec, (path) => ({ path, max_lines: 1 })), walker: null };
}

/** For a single path it answers like read_file: the error of the path is the answer. */
export function viewReadFiles(context: ToolContext, spec: ToolSpec<ReadFilesRequest, ReadFilesOutput>): ToolView {
  const { ask, ...named } = viewNamed(context, spec, (path) => ({ paths: [path], max_lines: 1 }));
  const askOne = async (unsafePath: unknown): Promise<ToolOutcome<unknown>> => {
    const outcome = await ask(unsafePath);
    const [answer] = outcome.status === "success" ? outcome.data.files : [];
    if (answer === undefined || !("error" in answer)) return outcome;
    return { status: "failure", error: new ToolError(answer.error) };
  };
  return { ...named, ask: askOne, walker: null };
}

interface NamedView<Output> extends Omit<ToolView, "walker"> {
  ask(unsafePath: unknown): Promise<ToolOutcome<Output>>;
}

function viewNamed<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  toArgs: (unsafePath: unknown) => Readonly<Record<string, unknown>>,
): NamedView<Output> {
  const tool = createSecureToolUnchecked(context, spec);
  return { name: spec.definition.name, ask: (unsafePath) => tool.invoke(toArgs(unsafePath)) };
}
