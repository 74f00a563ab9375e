// The arguments of other tools that search_text understands (docs/arguments.md).

import type { GivenWord, Meaning, ToolWords, Word } from "../../../input/words.ts";
import { asChoice, asCount, asFlag, asList, asPath, asText, onlyAs, refused, requireText } from "../../word_values.ts";
import { FILE_TYPES } from "./file_types.ts";
import { MAX_CONTEXT_LINES } from "./tool.ts";
import type { SearchTextSettings } from "./types.ts";

const CLAUDE = "Claude Code 2.1.197";
const CODEX = "Codex 0.99.0";
const COPILOT = "Copilot 2025-11";
const GEMINI = "Gemini CLI 0.61.0";
const OPENCODE = "OpenCode 1.18.33";
const QWEN = "Qwen Code 0.15.10";

export function searchTextWords({ maxResults: most }: SearchTextSettings): ToolWords {
  return {
    table: [...WHAT, ...WHERE, ...CONTEXT, ...makeLimits(most), ...REFUSED],
    hasFixedJson: false,
    keepsUnknown: false,
  };
}

const WHAT: readonly Word[] = [
  { name: "query", means: "`pattern`", usedBy: COPILOT, read: asText("pattern") },
  { name: "regex", means: "`pattern`", usedBy: "Cline 3.79.0", read: asText("pattern") },
  { name: "isRegexp", means: "`literal`, the opposite", usedBy: COPILOT, read: asFlag("literal", "opposite") },
  { name: "fixed_strings", means: "`literal`", usedBy: GEMINI, read: asFlag("literal") },
  { name: "-i", means: "`ignore_case`", usedBy: CLAUDE, read: asFlag("ignore_case") },
  {
    name: "case_sensitive",
    means: "`ignore_case`, the opposite",
    usedBy: GEMINI,
    read: asFlag("ignore_case", "opposite"),
  },
  {
    name: "output_mode",
    means: "`mode`: `lines` for `content`, `files` for `files_with_matches` and `count`",
    usedBy: CLAUDE,
    read: asChoice({ content: { mode: "lines" }, files_with_matches: { mode: "files" }, count: { mode: "files" } }),
  },
  {
    name: "names_only",
    means: "`mode`: `files` if true",
    usedBy: GEMINI,
    read: (given) => ({ mode: asFlag("mode")(given).mode ? "files" : "lines" }),
  },
];

const WHERE: readonly Word[] = [
  { name: "dir_path", means: "`path`", usedBy: GEMINI, read: asPath("path") },
  {
    name: "glob",
    means: "`include`; with `!`, `exclude`; several between spaces or commas; removed if empty",
    usedBy: `${CLAUDE}, ${QWEN}`,
    read: readGlobsOfRipgrep,
  },
  {
    name: "include",
    only: "string",
    means: "`include` with this glob",
    usedBy: `${CODEX}, ${OPENCODE}`,
    read: asList("include"),
  },
  { name: "include_pattern", means: "`include`", usedBy: GEMINI, read: asList("include") },
  { name: "includePattern", means: "`include`", usedBy: COPILOT, read: asList("include") },
  { name: "file_pattern", means: "`include`", usedBy: "Cline 3.79.0", read: asList("include") },
  { name: "type", means: "`include`, for common types of ripgrep", usedBy: CLAUDE, read: readType },
  { name: "excludePatterns", means: "`exclude`", usedBy: "server-filesystem 2026.8.31", read: asList("exclude") },
  { name: "no_ignore", means: "`include_ignored`", usedBy: GEMINI, read: asFlag("include_ignored") },
];

const CONTEXT: readonly Word[] = [
  toContext("-A", CLAUDE),
  toContext("-B", CLAUDE),
  toContext("-C", CLAUDE),
  toContext("context", `${CLAUDE}, ${GEMINI}`),
  toContext("before", GEMINI),
  { ...toContext("after", GEMINI), only: "number", means: "`context_lines`, if it is a number" },
];

function toContext(name: string, usedBy: string): Word {
  const read = asCount("context_lines", { least: 0, most: MAX_CONTEXT_LINES });
  return { name, means: "`context_lines`; the largest counts", usedBy, joins: "largest", read };
}

function makeLimits(most: number): readonly Word[] {
  const read = asCount("max_results", { most });
  return [
    {
      name: "head_limit",
      means: "`max_results`; 0 is the maximum",
      usedBy: CLAUDE,
      read: asCount("max_results", { most, zero: most }),
    },
    { name: "limit", means: "`max_results`", usedBy: `${CODEX}, ${QWEN}`, read },
    { name: "total_max_matches", means: "`max_results`", usedBy: GEMINI, read },
    { name: "maxResults", means: "`max_results`", usedBy: COPILOT, read },
  ];
}

const REFUSED: readonly Word[] = [
  {
    name: "offset",
    means: "removed if 0",
    usedBy: CLAUDE,
    read: onlyAs(0, "to go on, give after the value of next of the last answer"),
  },
  { name: "-n", means: "removed if true", usedBy: CLAUDE, read: onlyAs(true, "lines always have their numbers") },
  { name: "-o", means: "removed if false", usedBy: CLAUDE, read: onlyAs(false, "whole lines are shown") },
  {
    name: "multiline",
    means: "removed if false",
    usedBy: CLAUDE,
    read: onlyAs(false, "pattern is matched line by line; give the part on one line, and context_lines"),
  },
  { name: "exclude_pattern", means: "refused", usedBy: GEMINI, read: refused("lines cannot be left out by a pattern") },
  {
    name: "max_matches_per_file",
    means: "refused",
    usedBy: GEMINI,
    read: refused("give max_results, or mode files"),
  },
];

/** Several, between spaces or commas, as Claude Code takes them; `!` leaves out. One with braces may contain commas. Empty: every file. */
function readGlobsOfRipgrep({ name, value }: GivenWord): Meaning {
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

function readType(given: GivenWord): Meaning {
  return asChoice(FILE_TYPES)(given);
}
