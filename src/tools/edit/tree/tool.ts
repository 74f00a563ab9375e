// `tree` as the gate sees it: arguments become a request, a request becomes a summary for a person and a walk.
// Leaves the walk to usecase.ts, and whether the path may be looked at to the gate.

import { invalidArgument, notDirectory, quoteShort, type ToolError } from "../../../errors.ts";
import { type Arguments, readInteger } from "../../../gate/arguments.ts";
import type { ToolSpec } from "../../../gate/spec.ts";
import { type Glob, parseGlob } from "../../../patterns/glob_syntax.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { READ_ONLY } from "../../../security/approval.ts";
import { toShownPath } from "../../../security/sanitize.ts";
import { NODES } from "./fit.ts";
import type { TreeOutput, TreeRequest, TreeSettings } from "./types.ts";
import { walkTree } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.tree;
const { max_depth, max_entries } = definition.parameters.properties;

const MAX_GLOBS = 100;
const MAX_GLOB_CHARS = 8192;

/** It tells under which settings it works. */
export type TreeTool = ToolSpec<TreeRequest, TreeOutput> & { readonly settings: TreeSettings };

export const treeTool = createTreeTool();

export function createTreeTool(settings: TreeSettings = DEFAULTS.tree): TreeTool {
  return {
    settings,
    definition,
    traits: { ...READ_ONLY, respectsGitignore: settings.respectGitignore },
    parse: (args) => parse(args, settings),
    summarize: ({ path, maxDepth, maxEntries }) =>
      `Tree of ${toShownPath(path)} [depth ${maxDepth}, at most ${maxEntries} entries]`,
    run(request, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return walkTree(node, request, scope);
    },
    parts: NODES,
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
    exclude: Array.isArray(exclude) ? readGlobs(exclude) : [],
  };
}

function readPath(path: unknown): string {
  if (typeof path === "string" && path !== "") return path;
  throw invalidArgument('path must not be empty; name a directory, or "." for the workspace root');
}

/**
 * All patterns are tried on every name, so their number, and what their braces stand for, is bounded together. The sum of
 * their lengths comes first: refusing what is far too much costs no parsing.
 */
function readGlobs(patterns: readonly unknown[]): Glob[] {
  if (patterns.length > MAX_GLOBS)
    throw invalidArgument(`exclude must have at most ${MAX_GLOBS} globs, not ${patterns.length}`);
  const texts = patterns.map(String);
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  if (written > MAX_GLOB_CHARS) throw tooManyGlobChars(written);
  let chars = 0;
  return texts.map((text, index) => {
    const parsed = parseGlob(text);
    if (parsed.kind === "fault")
      throw invalidArgument(`exclude[${index}] must be a glob, not ${quoteShort(text)}: ${parsed.reason}`);
    chars += countChars(parsed.glob);
    if (chars > MAX_GLOB_CHARS) throw tooManyGlobChars(chars);
    return parsed.glob;
  });
}

/** With braces written out, and one more for each name. */
function countChars(glob: Glob): number {
  return glob.flat().reduce((sum, segment) => sum + segment.length + 1, 0);
}

/** `counted` is where counting ended. */
function tooManyGlobChars(counted: number): ToolError {
  return invalidArgument(`exclude must stand for at most ${MAX_GLOB_CHARS} characters in all, not ${counted} or more`);
}
