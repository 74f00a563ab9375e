// `tree` as the gate sees it: arguments become a request, a request becomes a summary for a person and a walk.
// Leaves the walk to usecase.ts, and whether the path may be looked at to the gate.

import { invalidArgument, notDirectory, quoteShort } from "../../../errors.ts";
import { type Arguments, compileCheck, readInteger } from "../../../gate/arguments.ts";
import type { ToolSpec } from "../../../gate/spec.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { findGlobFault } from "../../../security/glob.ts";
import { toShownPath } from "../../summary.ts";
import { fitNodes } from "./fit.ts";
import type { TreeOutput, TreeRequest, TreeSettings } from "./types.ts";
import { walkTree } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.tree;
const { max_depth, max_entries } = definition.parameters.properties;
const DEFAULT_SETTINGS: TreeSettings = { maxDepth: 12, maxEntries: 1000, respectGitignore: false };

const check = compileCheck(definition);

export const treeTool = createTreeTool();

export function createTreeTool(settings: TreeSettings = DEFAULT_SETTINGS): ToolSpec<TreeRequest, TreeOutput> {
  return {
    definition,
    checksSchema: true,
    traits: {
      isSideEffecting: false,
      requiresApproval: false,
      riskLevel: "low",
      respectsGitignore: settings.respectGitignore,
    },
    parse: (args) => parse(args, settings),
    summarize: ({ path, maxDepth, maxEntries }) =>
      `Tree of ${toShownPath(path)} [depth ${maxDepth}, at most ${maxEntries} entries]`,
    run(request, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return walkTree(node, request, scope);
    },
    render: fitNodes,
  };
}

function parse(args: Arguments, limits: TreeSettings): TreeRequest {
  check(args);
  const { path, entry_kind, include_hidden, exclude } = args;
  return {
    path: readPath(path),
    entryKind: entry_kind === "all" ? "all" : "directory",
    maxDepth: readInteger(args, "max_depth", { fallback: max_depth.default, min: 0, max: limits.maxDepth }),
    maxEntries: readInteger(args, "max_entries", { fallback: max_entries.default, min: 1, max: limits.maxEntries }),
    includeHidden: include_hidden === true,
    exclude: Array.isArray(exclude) ? Array.from<unknown, string>(exclude, readGlob) : [],
  };
}

function readPath(path: unknown): string {
  if (typeof path === "string" && path !== "") return path;
  throw invalidArgument('path must not be empty; name a directory, or "." for the workspace root');
}

function readGlob(pattern: unknown, index: number): string {
  const fault = findGlobFault(pattern);
  if (typeof pattern === "string" && fault === null) return pattern;
  throw invalidArgument(`exclude[${index}] must be a glob, not ${quoteShort(pattern)}: ${fault}`);
}
