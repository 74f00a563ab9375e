// The spec of list_files: parses the arguments into a request, summarises it for approval and runs the walk.

import type { SealedNode } from "../../../disk/types.ts";
import { invalidArgument } from "../../../errors/arguments.ts";
import { notDirectory } from "../../../errors/paths.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { readCursor, toBound, type UnboundCursor, wrongCursor } from "../../../walk/cursor.ts";
import { PathGlobs, readPathGlob } from "../../../walk/path_globs.ts";
import type { Found } from "../../found.ts";
import type { CallScope, FindingTool } from "../../tool.ts";
import { READ_ONLY } from "../../tool.ts";
import type { ListFilesOutput, ListFilesRequest, ListFilesSettings } from "./types.ts";
import { listFiles, type TakePath } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.list_files;
const { pattern: PATTERN, path: PATH, max_results } = definition.parameters.properties;

/** The spec, and the way to look at each path while its folder is open. */
export type ListFilesTool = FindingTool<ListFilesRequest, ListFilesOutput> & {
  findPaths(
    request: ListFilesRequest,
    node: SealedNode,
    scope: CallScope,
    take?: TakePath,
  ): Promise<Found<ListFilesOutput>>;
};

export function createListFilesTool(settings: ListFilesSettings = DEFAULTS.listFiles): ListFilesTool {
  const findPaths: ListFilesTool["findPaths"] = async (request, node, scope, take) => {
    if (node.kind !== "directory") throw notDirectory(scope.path);
    return await listFiles(node, request, scope, settings, take);
  };
  return {
    definition,
    traits: { ...READ_ONLY, respectsGitignore: settings.respectGitignore },
    places: { globs: { pattern: "path" } },
    parse: (args) => parse(args, settings),
    summarize: ({ pattern, path }) => `Find ${toShownPath(pattern, 80)} in ${toShownPath(path, 80)}`,
    findPaths,
    run: (request, node, scope) => findPaths(request, node, scope),
  };
}

function parse(args: Arguments, { maxResults }: ListFilesSettings): ListFilesRequest {
  const { pattern = PATTERN.default, path = PATH.default, entry_kind, after } = args;
  if (path === "") throw invalidArgument('path must not be empty; name a directory, or "." for the workspace root');
  return {
    path: String(path),
    pattern: String(pattern),
    sought: new PathGlobs([readPathGlob("pattern", pattern)]),
    entryKind: entry_kind === "directory" || entry_kind === "all" ? entry_kind : "file",
    includeHidden: args.include_hidden === true,
    includeIgnored: args.include_ignored === true,
    maxResults: readInteger(args, "max_results", { fallback: max_results.default, min: 1, max: maxResults }),
    bound: toBound(definition, args),
    after: after === undefined ? null : readAfter(String(after)),
  };
}

function readAfter(after: string): UnboundCursor {
  const cursor = readCursor(after);
  if (cursor.detail !== "") throw wrongCursor();
  return cursor;
}
