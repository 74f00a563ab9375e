// The spec of `tree`: parses the arguments into a request, summarises it for approval and runs the walk.

import { invalidArgument } from "../../../errors/arguments.ts";
import { notDirectory } from "../../../errors/paths.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { readGlob, readGlobList } from "../../glob_list.ts";
import type { FindingTool } from "../../tool.ts";
import { READ_ONLY } from "../../tool.ts";
import type { TreeOutput, TreeRequest, TreeSettings } from "./types.ts";
import { walkTree } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.tree;
const { max_depth, max_entries } = definition.parameters.properties;

/** The spec, with its settings. */
export type TreeTool = FindingTool<TreeRequest, TreeOutput> & { readonly settings: TreeSettings };

export const treeTool = /* @__PURE__ */ createTreeTool();

export function createTreeTool(settings: TreeSettings = DEFAULTS.tree): TreeTool {
  return {
    settings,
    definition,
    traits: { ...READ_ONLY, respectsGitignore: settings.respectGitignore },
    places: { globs: { exclude: "root" } },
    parse: (args) => parse(args, settings),
    summarize: ({ path, maxDepth, maxEntries }) =>
      `Tree of ${toShownPath(path)} [depth ${maxDepth}, at most ${maxEntries} entries]`,
    run(request, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return walkTree(node, request, scope);
    },
  };
}

function parse(args: Arguments, limits: TreeSettings): TreeRequest {
  const { path, entry_kind, include_hidden, exclude } = args;
  return {
    path: readPath(path),
    entryKind: entry_kind === "all" ? "all" : "directory",
    maxDepth: readInteger(args, "max_depth", { fallback: max_depth.default, min: 0, max: limits.maxDepth }),
    maxEntries: readInteger(args, "max_entries", { fallback: max_entries.default, min: 1, max: limits.maxEntries }),
    includeHidden: include_hidden === true,
    exclude: Array.isArray(exclude) ? readGlobList("exclude", exclude, readGlob) : [],
  };
}

function readPath(path: unknown): string {
  if (typeof path === "string" && path !== "") return path;
  throw invalidArgument('path must not be empty; name a directory, or "." for the workspace root');
}
