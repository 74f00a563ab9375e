// Lists every entry of one folder for the owner, including those that the tools leave out, and marks which of them an agent can see.

import { isInFolders } from "../../disk/allowed_roots.ts";
import { compareUtf16, rawToText, toPrefix } from "../../disk/names.ts";
import { SandboxPath } from "../../disk/sandbox_path.ts";
import { inSlices, type Steps } from "../../disk/steps.ts";
import type { Directory, Entry, Metadata, SealedDirectory } from "../../disk/types.ts";
import { invalidArgument } from "../../errors/arguments.ts";
import { notDirectory } from "../../errors/paths.ts";
import { quoteShort } from "../../errors/quote.ts";
import { ToolError } from "../../errors.ts";
import { toShownPath } from "../../input/sanitize.ts";
import type { CallScope, PathRequest, ToolSpec } from "../../tools/tool.ts";
import { READ_ONLY } from "../../tools/tool.ts";
import type { Confines } from "../../view/guard.ts";
import { judgeContent } from "../../view/target.ts";
import type { Denied } from "../../view/verdict.ts";
import { describeRule } from "../rule_words.ts";
import { type ViewContext, type ViewRequest, ViewsAlong } from "../views_along.ts";
import type { Walker } from "../walkers.ts";
import { type Marked, toMark, VISIBLE } from "./of.ts";
import type { MarkedEntry, MarkedListing } from "./types.ts";

const MAX_ENTRIES = 20_000;
// With the most ignore rules, judging a name takes some milliseconds.
const ENTRIES_PER_PAUSE = 4;

interface MarkListRequest extends PathRequest {
  readonly start: string | undefined;
  readonly includeHidden: boolean | undefined;
}

export type MarkContext = Confines & ViewContext;

/** `walkers` are the tools that an agent can call. */
export function createMarkLister(
  context: MarkContext,
  walkers: readonly Walker[],
): ToolSpec<MarkListRequest, MarkedListing> {
  return {
    definition: {
      name: "marks/list",
      description: "Lists every entry of a folder, and marks what an agent can see of it.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string" },
          start: { type: "string" },
          include_hidden: { type: "boolean" },
        },
        required: ["path"],
      },
    },
    traits: { ...READ_ONLY },
    parse: ({ path, start, include_hidden }) => ({
      path: String(path),
      start: start === undefined ? undefined : String(start),
      includeHidden: typeof include_hidden === "boolean" ? include_hidden : undefined,
    }),
    summarize: ({ path }) => `List ${toShownPath(path)} with marks`,
    async run(request, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      const { includeHidden } = request;
      const options = includeHidden === undefined ? {} : { include_hidden: includeHidden };
      const asked = { walkers, options, denied: scope.denied };
      const depths = findDepths(context, request, node, scope);
      const starts = request.start === undefined ? (context.allowedRoots ?? []) : [];
      const { inner } = node;
      const steps = function* () {
        const views: ViewsAlong[] = [];
        for (const depth of depths) views.push(yield* goDown(context, inner, depth, asked));
        return yield* listMarked(context, inner, { views, starts, toolCount: walkers.length }, scope);
      };
      return await inSlices(steps(), scope.clock);
    },
    // The data are for the owner's programs; no model reads this.
    toText: ({ entries }) => `${entries.length} entries, marked`,
  };
}

/** How many levels above the folder walks start. Walks follow no links, so only the locations of the allowed folders count. */
function findDepths(
  { workspace, allowedRoots }: MarkContext,
  { start }: MarkListRequest,
  { location, names }: SealedDirectory,
  { path }: CallScope,
): readonly number[] {
  if (start === undefined) {
    const starts = (allowedRoots ?? ["."]).filter((folder) => isInFolders(location, [folder]));
    return starts.map((folder) => names.length - countNames(folder));
  }
  const { relative } = SandboxPath.resolveInWorkspace(start, workspace.rootNames);
  const depth = countNames(path) - countNames(relative);
  if (isInFolders(path, [relative]) && depth <= names.length) return [depth];
  throw invalidArgument(`start must be path or a folder above it, not ${quoteShort(start)}`);
}

function countNames(path: string): number {
  return path === "." ? 0 : path.split("/").length;
}

/** How the tools see the folder. */
interface Eyes {
  readonly views: readonly ViewsAlong[];
  /** The locations where walks start. They are always shown. */
  readonly starts: readonly string[];
  readonly toolCount: number;
}

function* listMarked(
  context: MarkContext,
  directory: Directory,
  { views, starts, toolCount }: Eyes,
  { path, denied }: Pick<CallScope, "path" | "denied">,
): Steps<MarkedListing> {
  const order = (a: Entry, b: Entry) => compareUtf16(a.name, b.name);
  const { entries, more } = yield* directory.list({ limit: MAX_ENTRIES, order });
  const rawNames = entries.map(({ raw }) => raw);
  const looks = yield* directory.childMetadata(rawNames);
  const marked: MarkedEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_PER_PAUSE === 0) yield;
    const { name, kind } = entry;
    const place = { path: toPrefix(path) + name, location: toPrefix(directory.location) + name };
    const content = yield* judgeContent(context, place, kind, denied);
    const leftOut = starts.includes(place.location) ? new Map<string, string>() : judgeAll(views, entry, denied);
    const mark = content === "open" ? (toHidden(leftOut, toolCount) ?? VISIBLE) : toMark(content, denied);
    marked.push({
      name,
      path: place.path,
      kind,
      ...toFacts(looks[index]),
      ...mark,
      left_out: Object.fromEntries(leftOut),
    });
  }
  return { path, entries: marked, more };
}

/** If none of the tools shows it. */
function toHidden(leftOut: ReadonlyMap<string, string>, toolCount: number): Marked | null {
  const [rule = "no tool can list it"] = leftOut.values();
  return leftOut.size === toolCount ? { mark: "hidden", rule } : null;
}

function toFacts(look: Metadata | ToolError | undefined): Pick<MarkedEntry, "size_bytes" | "modified_epoch_ms"> {
  if (look === undefined || ToolError.isInstance(look)) return { size_bytes: null, modified_epoch_ms: null };
  const { kind, sizeBytes, modifiedMs } = look;
  return {
    size_bytes: kind === "file" ? sizeBytes : null,
    modified_epoch_ms: Number.isSafeInteger(modifiedMs) ? modifiedMs : null,
  };
}

/** An entry that one of the walks shows is not left out. */
function judgeAll(views: readonly ViewsAlong[], entry: Entry, denied: Denied): Map<string, string> {
  const [first, ...others] = views.map((view) => judgeIn(view, entry, denied));
  const leftOut = new Map(first);
  for (const tool of leftOut.keys()) if (!others.every((view) => view.has(tool))) leftOut.delete(tool);
  return leftOut;
}

/** By each tool's first rule for the entry itself; if there is none, by that for the topmost folder that it does not enter. */
function judgeIn(view: ViewsAlong, entry: Entry, denied: Denied): Map<string, string> {
  const leftOut = new Map<string, string>();
  for (const [tool, [own]] of view.judge(entry)) {
    const [above] = view.obstaclesOf(tool);
    if (own !== undefined) leftOut.set(tool, describeRule(own.rule, denied));
    else if (above !== undefined) leftOut.set(tool, `${above.name}: ${describeRule(above.rule, denied)}`);
  }
  return leftOut;
}

/** The views in the folder, for walks that start `depth` levels above. From the root, by the bytes of the names, because a path cannot
 * express names that are not UTF-8. */
function* goDown(context: ViewContext, folder: Directory, depth: number, request: ViewRequest): Steps<ViewsAlong> {
  const start = folder.names.length - depth;
  let views = yield* ViewsAlong.atStart(context, folder.names.slice(0, start), request);
  if (depth === 0) return views;
  let parent = yield* context.workspace.inner.resolve(SandboxPath.ofLocation("."));
  try {
    for (const [level, raw] of folder.names.entries()) {
      if (parent.kind !== "directory") break;
      const isLast = level === folder.names.length - 1;
      const child: Directory = isLast ? folder : yield* parent.openChild(raw);
      // Only one stays open: a path may have two thousand names.
      parent.close();
      parent = isLast ? parent : child;
      if (level >= start) views = yield* views.enter({ raw, name: rawToText(raw), kind: "directory" }, child);
    }
    return views;
  } finally {
    parent.close();
  }
}
