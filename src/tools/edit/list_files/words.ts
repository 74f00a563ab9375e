// The arguments of other tools that list_files understands (docs/arguments.md).

import type { GivenWord, Meaning, ToolWords } from "../../../input/words.ts";
import { asCount, asFlag, asPath, asText, onlyAs, requireFlag } from "../../word_values.ts";
import type { ListFilesSettings } from "./types.ts";

export function listFilesWords({ maxResults: most }: ListFilesSettings): ToolWords {
  const table = [
    { name: "dir_path", means: "`path`", usedBy: "Gemini CLI 0.61.0", read: asPath("path") },
    { name: "query", means: "`pattern`", usedBy: "Copilot 2025-11", read: asText("pattern") },
    { name: "glob", means: "`pattern`", usedBy: "Claude Code 2.1.197, Qwen Code 0.15.10", read: asText("pattern") },
    {
      name: "recursive",
      means: "`pattern` is `./*` if false; removed if true",
      usedBy: "Cline 3.79.0",
      read: readRecursive,
    },
    {
      name: "respect_git_ignore",
      means: "`include_ignored`, the opposite",
      usedBy: "Gemini CLI 0.61.0",
      read: asFlag("include_ignored", "opposite"),
    },
    {
      name: "respect_gemini_ignore",
      means: "removed if false",
      usedBy: "Gemini CLI 0.61.0",
      read: onlyAs(false, "there are no rules of .geminiignore"),
    },
    {
      name: "case_sensitive",
      means: "removed if true",
      usedBy: "Gemini CLI 0.61.0",
      read: onlyAs(true, "names match exactly; write [aA] for both letters"),
    },
    {
      name: "limit",
      means: "`max_results`",
      usedBy: "Codex 0.99.0, Qwen Code 0.15.10",
      read: asCount("max_results", { most }),
    },
    { name: "maxResults", means: "`max_results`", usedBy: "Copilot 2025-11", read: asCount("max_results", { most }) },
    {
      name: "head_limit",
      means: "`max_results`; 0 is the maximum",
      usedBy: "Claude Code 2.1.197",
      read: asCount("max_results", { most, zero: most }),
    },
    {
      name: "excludePatterns",
      means: "removed if empty",
      usedBy: "server-filesystem 2026.8.31",
      read: onlyAs([], "give a narrower pattern, or a path"),
    },
  ];
  return { table, hasFixedJson: false, keepsUnknown: false };
}

function readRecursive({ name, value }: GivenWord): Meaning {
  return requireFlag(name, value) ? {} : { pattern: "./*" };
}
