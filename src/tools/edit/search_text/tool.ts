// The spec of search_text: parses the arguments into a request, summarises it for approval and runs the search.

import { invalidArgument, wrongArgument } from "../../../errors/arguments.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { PatternFault } from "../../../regex/regex_text.ts";
import { parseTextPattern, type TextPattern, type TextPatternOptions } from "../../../regex/text_pattern.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { readCursor, toBound } from "../../../walk/cursor.ts";
import { PathGlobs, readPathGlob } from "../../../walk/path_globs.ts";
import { readGlobList } from "../../glob_list.ts";
import type { FindingTool } from "../../tool.ts";
import { READ_ONLY } from "../../tool.ts";
import type { PieceSizes } from "./file_pieces.ts";
import type { SearchTextOutput, SearchTextRequest, SearchTextSettings } from "./types.ts";
import { searchText } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.search_text;
const { path: PATH, context_lines, max_results } = definition.parameters.properties;

export const MAX_CONTEXT_LINES = 10;

/** The spec, with its settings. */
export type SearchTextTool = FindingTool<SearchTextRequest, SearchTextOutput> & {
  readonly settings: SearchTextSettings;
};

/** Tests pass smaller pieces. */
export function createSearchTextTool(
  settings: SearchTextSettings = DEFAULTS.searchText,
  sizes?: PieceSizes,
): SearchTextTool {
  return {
    settings,
    definition,
    traits: { ...READ_ONLY, respectsGitignore: settings.respectGitignore },
    places: { globs: { include: "path", exclude: "path" } },
    parse: (args) => parse(args, settings),
    summarize: ({ pattern, path }) => `Search for ${toShownPath(pattern, 80)} in ${toShownPath(path, 80)}`,
    run: (request, node, scope) => searchText(node, request, scope, settings, sizes),
  };
}

function parse(args: Arguments, { maxResults }: SearchTextSettings): SearchTextRequest {
  const { path = PATH.default, include = [], exclude = [], after } = args;
  if (path === "")
    throw invalidArgument('path must not be empty; name a file or directory, or "." for the workspace root');
  const pattern = String(args.pattern);
  const options = { literal: args.literal === true, ignoreCase: args.ignore_case === true };
  const mode = args.mode === "files" ? "files" : "lines";
  const contextLines = readInteger(args, "context_lines", {
    fallback: context_lines.default,
    min: 0,
    max: MAX_CONTEXT_LINES,
  });
  const [includeHidden, includeIgnored] = [args.include_hidden === true, args.include_ignored === true];
  return {
    path: String(path),
    pattern,
    parsed: parsePattern(pattern, options),
    include: readGlobs("include", include),
    exclude: readGlobs("exclude", exclude),
    mode,
    contextLines: mode === "files" ? 0 : contextLines,
    maxResults: readInteger(args, "max_results", { fallback: max_results.default, min: 1, max: maxResults }),
    includeHidden,
    includeIgnored,
    bound: toBound(definition, args),
    after: after === undefined ? null : readCursor(String(after)),
  };
}

function parsePattern(pattern: string, options: TextPatternOptions): TextPattern {
  try {
    return parseTextPattern(pattern, options);
  } catch (error) {
    if (error instanceof PatternFault)
      throw wrongArgument("pattern", (nameArgument) => `cannot be used: ${error.messageFor(nameArgument)}`);
    throw error;
  }
}

/** Null if there are none. */
function readGlobs(argument: string, patterns: unknown): PathGlobs | null {
  const globs = Array.isArray(patterns) ? readGlobList(argument, patterns, readPathGlob) : [];
  return globs.length === 0 ? null : new PathGlobs(globs);
}
