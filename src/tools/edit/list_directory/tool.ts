// The spec of list_directory: parses the arguments into a request, with the owner's settings.

import { invalidArgument, wrongArgument } from "../../../errors/arguments.ts";
import { notDirectory } from "../../../errors/paths.ts";
import { quoteShort } from "../../../errors/quote.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import type { FindingTool } from "../../tool.ts";
import { READ_ONLY } from "../../tool.ts";
import type { ListDirectoryOutput, ListDirectoryRequest, ListDirectorySettings } from "./types.ts";
import { listDirectory } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.list_directory;

export function createListDirectoryTool(
  settings: ListDirectorySettings = DEFAULTS.listDirectory,
): FindingTool<ListDirectoryRequest, ListDirectoryOutput> {
  return {
    definition,
    traits: { ...READ_ONLY, allowsTruncation: false, respectsGitignore: settings.respectGitignore },
    parse: (args) => parse(args, settings),
    summarize: ({ path, maxDepth }) => `List ${toShownPath(path)} [depth ${maxDepth}]`,
    run(request, node, scope) {
      if (node.kind !== "directory") throw notDirectory(scope.path);
      return listDirectory(node, request, scope);
    },
  };
}

function parse(args: Arguments, settings: ListDirectorySettings): ListDirectoryRequest {
  return {
    path: readPath(args.path),
    maxDepth: readDepth(args, settings.maxDepth),
    maxEntries: readInteger(args, "max_entries", { fallback: settings.maxEntries, min: 1, max: settings.maxEntries }),
    includeHidden: readFlag(args.include_hidden, settings.includeHidden),
    kinds: readKinds(args, settings),
  };
}

function readPath(path: unknown): string {
  const trimmed = typeof path === "string" ? path.trim() : "";
  if (trimmed !== "") return trimmed;
  throw invalidArgument('path must not be empty; "." is the workspace root');
}

function readDepth(args: Arguments, cap: number): number {
  if (args.recursive === true) return readInteger(args, "max_depth", { fallback: cap, min: 1, max: cap });
  const depth = args.max_depth ?? 1;
  if (depth === 1) return depth;
  throw wrongArgument(
    "max_depth",
    (nameArgument) => `must be 1 or left out unless ${nameArgument("recursive")} is true, not ${quoteShort(depth)}`,
  );
}

function readKinds(args: Arguments, settings: ListDirectorySettings): ListDirectoryRequest["kinds"] {
  const kinds = {
    file: readFlag(args.include_files, settings.includeFiles),
    directory: readFlag(args.include_dirs, settings.includeDirs),
    symlink: readFlag(args.include_symlinks, settings.includeSymlinks),
    other: readFlag(args.include_other, settings.includeOther),
  };
  if (kinds.file || kinds.directory || kinds.symlink) return kinds;
  throw invalidArgument(
    "one of include_files, include_dirs and include_symlinks must be true, but all three are false",
  );
}

/** The schema has already refused values that are not booleans. */
function readFlag(given: unknown, fallback: boolean): boolean {
  return typeof given === "boolean" ? given : fallback;
}
