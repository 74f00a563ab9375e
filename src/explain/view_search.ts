// How `explain` uses search_text: whether it searches a file or enters a folder, and if not, why.

import type { ToolContext } from "../call/context.ts";
import { CallClock } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { SearchTextTool } from "../tools/edit/search_text/tool.ts";
import type { SearchTextOutput } from "../tools/edit/search_text/types.ts";
import { invokeOnSinglePath } from "./single_path.ts";
import { FIND_OPTIONS, type Route, type ToolView, toFolder, viewNamed, type WalkOptions } from "./views.ts";

// Every line matches, so that no more of a file is read than needed to see whether it is searched.
const ANY_LINE = { pattern: "", mode: "lines", max_results: 1 };

export function viewSearch(context: ToolContext, spec: SearchTextTool): ToolView {
  const { maxFileBytes } = spec.settings;
  const search = async ({ start, names }: Route, options: WalkOptions) => {
    let isEntered = false;
    const args = { path: toFolder(start), ...ANY_LINE, ...options };
    const outcome = await invokeOnSinglePath(context, spec, names, args, () => {
      isEntered = true;
    });
    // A folder that may be entered but not read counts as unreadable.
    const isSearched =
      outcome.status === "success" &&
      (outcome.data.searched_files > 0 || (isEntered && outcome.data.left_out.unreadable === undefined));
    return { outcome, isSearched };
  };
  return {
    // Reads only one folder, nothing below it. A file that is named is searched anyway.
    ...viewNamed(context, spec, (path) => ({ path, ...ANY_LINE, exclude: ["*"] })),
    words: { shown: "searched", hidden: "not searched" },
    remarkNamed: (data) => findFault(data as SearchTextOutput) ?? "",
    walk: {
      show: async (route, options) => {
        const { outcome, isSearched } = await search(route, options);
        return outcome.status === "success" ? { status: "success", data: isSearched ? "" : null } : outcome;
      },
      options: FIND_OPTIONS,
      maxDepth: Number.POSITIVE_INFINITY,
      whyNot: async (route) => {
        const { outcome } = await search(route, FIND_OPTIONS);
        if (outcome.status !== "success") return outcome.error.message;
        if (outcome.data.left_out.too_large === undefined) return findFault(outcome.data);
        const sizeBytes = await findSize(context, [route.start, ...route.names].join("/"));
        return `${toDecimal(sizeBytes)}, over the limit of ${toBinary(maxFileBytes)}`;
      },
    },
  };
}

function findFault({ left_out }: SearchTextOutput): string | null {
  if (left_out.too_large) return "it is too large";
  if (left_out.binary) return "it is a binary file";
  if (left_out.linked) return "it is a link";
  return left_out.unreadable ? "it cannot be read, or is neither file, directory nor link" : null;
}

async function findSize({ workspace }: ToolContext, path: string): Promise<number> {
  const { rootNames } = workspace;
  using node = await workspace.resolve(
    SandboxPath.resolveInWorkspace(path, rootNames, { readsUris: true }),
    new CallClock(),
  );
  return node.metadata().sizeBytes;
}

function toDecimal(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function toBinary(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}
