// How `explain` uses each tool: for a path by name, and for one entry in a walk. Every answer is the tool's own, through the gate.

import type { ToolContext } from "../call/context.ts";
import { createSecureToolUnchecked } from "../call/factory.ts";
import type { ToolOutcome } from "../call/spec.ts";
import { ToolError } from "../errors.ts";
import type { ListDirectoryOutput, ListDirectoryRequest } from "../tools/edit/list_directory/types.ts";
import type { ListFilesOutput, ListFilesRequest } from "../tools/edit/list_files/types.ts";
import type { ReadFileOutput, ReadFileRequest } from "../tools/edit/read_file/types.ts";
import type { ReadFilesOutput, ReadFilesRequest } from "../tools/edit/read_files/types.ts";
import type { TreeTool } from "../tools/edit/tree/tool.ts";
import type { TreeEntry } from "../tools/edit/tree/types.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { invokeOnSinglePath } from "./single_path.ts";
import type { Word } from "./types.ts";

/** One entry of a walk. */
export interface Route {
  readonly start: string;
  /** From the start to the entry; at least one. */
  readonly names: readonly string[];
  /** The locations of the links on the way, and of the entry itself if it is one. */
  readonly links: readonly string[];
}

type ToolArguments = Readonly<Record<string, unknown>>;
/** A remark about an entry that is shown; null if it is not shown. */
type Remark = string | null;

/** Options with which a tool shows more. */
export type WalkOptions = Readonly<Record<string, boolean>>;

export interface WalkView {
  show(route: Route, options: WalkOptions): Promise<ToolOutcome<Remark>>;
  readonly options: WalkOptions;
  readonly maxDepth: number;
  /** Why the tool rejects an entry that a walk finds, if the reason is the entry itself. */
  whyNot?(route: Route): Promise<string | null>;
}

export interface ToolView {
  readonly name: string;
  readonly respectsGitignore: boolean;
  ask(unsafePath: unknown): Promise<ToolOutcome<unknown>>;
  /** A remark about the answer of `ask`. */
  remarkNamed?(data: unknown): string;
  /** The tool's own words for the result of a walk. */
  readonly words?: { readonly shown: Word; readonly hidden: Word };
  /** Null for a tool that does not walk. */
  readonly walk: WalkView | null;
}

export type MakeView = (context: ToolContext) => ToolView;

export function viewTree(context: ToolContext, spec: TreeTool): ToolView {
  const { maxDepth, maxEntries } = spec.settings;
  // At least one entry must be requested, or the directory is not read.
  const least = { max_depth: Math.min(1, maxDepth), max_entries: Math.min(2, maxEntries) };
  const show: WalkView["show"] = async ({ start, names }, options) => {
    const most = { entry_kind: "all", max_depth: maxDepth, max_entries: maxEntries };
    const outcome = await invokeOnSinglePath(context, spec, names, { path: toFolder(start), ...most, ...options });
    return remark(outcome, ({ root }) => {
      const kind = findKind(root, names.length);
      return kind === null ? null : kind === "directory" ? "" : 'with entry_kind "all"';
    });
  };
  return {
    ...viewNamed(context, spec, (path) => ({ path, ...least })),
    walk: { show, options: { include_hidden: true }, maxDepth },
  };
}

function findKind(node: TreeEntry, depth: number): TreeEntry["kind"] | null {
  if (node.depth === depth) return node.kind;
  const below = node.kind === "directory" ? (node.children ?? []) : [];
  return below.reduce<TreeEntry["kind"] | null>((found, child) => found ?? findKind(child, depth), null);
}

const LIST_OPTIONS: WalkOptions = {
  include_hidden: true,
  include_files: true,
  include_dirs: true,
  include_symlinks: true,
  include_other: true,
};

export function viewList(
  context: ToolContext,
  spec: ToolSpec<ListDirectoryRequest, ListDirectoryOutput>,
  { maxDepth }: { readonly maxDepth: number },
): ToolView {
  const show: WalkView["show"] = async ({ start, names }, options) => {
    const args = { path: toFolder(start), recursive: true, ...options };
    const outcome = await invokeOnSinglePath(context, spec, names, args);
    return remark(outcome, ({ entries }) => (entries.some(({ depth }) => depth === names.length) ? "" : null));
  };
  return {
    ...viewNamed(context, spec, (path) => ({ path, max_entries: 1 })),
    walk: { show, options: LIST_OPTIONS, maxDepth },
  };
}

export const FIND_OPTIONS: WalkOptions = { include_hidden: true, include_ignored: true };

export function viewFind(context: ToolContext, spec: ToolSpec<ListFilesRequest, ListFilesOutput>): ToolView {
  const show: WalkView["show"] = async ({ start, names }, options) => {
    // Matches entries at exactly this depth; no pattern can be more specific for names that are not UTF-8.
    const asked = { path: toFolder(start), pattern: `.${"/*".repeat(names.length)}`, max_results: 1, ...options };
    const find = async (entry_kind: string, found: string) => {
      const outcome = await invokeOnSinglePath(context, spec, names, { ...asked, entry_kind });
      return remark(outcome, ({ returned }) => (returned > 0 ? found : null));
    };
    const asFile = await find("file", "");
    return asFile.status === "success" && asFile.data === null ? find("all", 'with entry_kind "all"') : asFile;
  };
  return {
    // Reads only one folder, nothing below it.
    ...viewNamed(context, spec, (path) => ({ path, pattern: "./*", max_results: 1 })),
    walk: { show, options: FIND_OPTIONS, maxDepth: Number.POSITIVE_INFINITY },
  };
}

export function viewRead(context: ToolContext, spec: ToolSpec<ReadFileRequest, ReadFileOutput>): ToolView {
  return { ...viewNamed(context, spec, (path) => ({ path, max_lines: 1 })), walk: null };
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
  return { ...named, ask: askOne, walk: null };
}

interface NamedView<Output> extends Omit<ToolView, "walk"> {
  ask(unsafePath: unknown): Promise<ToolOutcome<Output>>;
}

export function viewNamed<Request extends PathRequest, Output>(
  context: ToolContext,
  spec: ToolSpec<Request, Output>,
  toArgs: (unsafePath: unknown) => ToolArguments,
): NamedView<Output> {
  const tool = createSecureToolUnchecked(context, spec);
  return {
    name: spec.definition.name,
    respectsGitignore: spec.traits.respectsGitignore ?? false,
    ask: (unsafePath) => tool.invoke(toArgs(unsafePath)),
  };
}

function remark<Output>(outcome: ToolOutcome<Output>, toRemark: (output: Output) => Remark): ToolOutcome<Remark> {
  return outcome.status === "success" ? { status: "success", data: toRemark(outcome.data) } : outcome;
}

/** Written so that white space at the ends is kept: list_directory trims its argument. */
export function toFolder(path: string): string {
  return `./${path}/.`;
}
