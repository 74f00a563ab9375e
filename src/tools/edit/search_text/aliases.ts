// The arguments of other tools that search_text understands. docs/arguments.md says who uses them.

import type { Alias, GivenAlias, Meaning, ToolAliases } from "../../../input/aliases.ts";
import { asChoice, asCount, asFlag, asList, asPath, asText, onlyAs, refused, requireText } from "../../alias_values.ts";
import { FILE_TYPES } from "./file_types.ts";
import { MAX_CONTEXT_LINES } from "./tool.ts";
import type { SearchTextSettings } from "./types.ts";

export function searchTextAliases({ maxResults: most }: SearchTextSettings): ToolAliases {
  const table = {
    ...WHAT,
    ...WHERE,
    head_limit: asCount("max_results", { most, zero: most }),
    limit: asCount("max_results", { most }),
    total_max_matches: asCount("max_results", { most }),
    maxResults: asCount("max_results", { most }),
    ...REFUSED,
  };
  return { table, hasFixedJson: false };
}

const WHAT: ToolAliases["table"] = {
  query: asText("pattern"),
  regex: asText("pattern"),
  isRegexp: asFlag("literal", "opposite"),
  fixed_strings: asFlag("literal"),
  "-i": asFlag("ignore_case"),
  case_sensitive: asFlag("ignore_case", "opposite"),
  output_mode: asChoice({
    content: { mode: "lines" },
    files_with_matches: { mode: "files" },
    count: { mode: "files" },
  }),
  names_only: { read: (given) => ({ mode: asFlag("mode").read(given).mode ? "files" : "lines" }) },
};

const CONTEXT: Alias = { ...asCount("context_lines", { least: 0, most: MAX_CONTEXT_LINES }), joins: "largest" };

const WHERE: ToolAliases["table"] = {
  dir_path: asPath("path"),
  glob: { read: readGlobsOfRipgrep },
  include: { ...asList("include"), only: "string" },
  include_pattern: asList("include"),
  includePattern: asList("include"),
  file_pattern: asList("include"),
  type: asChoice(FILE_TYPES),
  excludePatterns: asList("exclude"),
  no_ignore: asFlag("include_ignored"),
  "-A": CONTEXT,
  "-B": CONTEXT,
  "-C": CONTEXT,
  context: CONTEXT,
  before: CONTEXT,
  after: { ...CONTEXT, only: "number" },
};

const REFUSED: ToolAliases["table"] = {
  offset: onlyAs(0, "to go on, give after the value of next of the last answer"),
  "-n": onlyAs(true, "lines always have their numbers"),
  "-o": onlyAs(false, "whole lines are shown"),
  multiline: onlyAs(false, "pattern is matched line by line; give the part on one line, and context_lines"),
  exclude_pattern: refused("lines cannot be left out by a pattern"),
  max_matches_per_file: refused("give max_results, or mode files"),
};

/** Several, between spaces or commas, as Claude Code takes them; `!` leaves out. One with braces may contain commas. Empty: every file. */
function readGlobsOfRipgrep({ name, value }: GivenAlias): Meaning {
  const parts = requireText(name, value).split(/\s+/);
  const globs = parts.flatMap((part) => (/\{.*\}/.test(part) ? [part] : part.split(","))).filter((glob) => glob !== "");
  const [exclude, include] = [globs.filter(isNegated), globs.filter((glob) => !isNegated(glob))];
  return {
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude: exclude.map((glob) => glob.slice(1)) }),
  };
}

function isNegated(glob: string): boolean {
  return glob.startsWith("!");
}
