// The arguments of other tools that tree understands (docs/arguments.md).

import type { ToolWords } from "../../../input/words.ts";
import { asCount, asList, asPath } from "../../word_values.ts";
import type { TreeSettings } from "./types.ts";

export function treeWords({ maxDepth, maxEntries }: TreeSettings): ToolWords {
  const table = [
    { name: "dir_path", means: "`path`", usedBy: "Gemini CLI 0.61.0, Codex 0.99.0", read: asPath("path") },
    {
      name: "depth",
      means: "`max_depth`",
      usedBy: "Codex 0.99.0",
      read: asCount("max_depth", { least: 0, most: maxDepth }),
    },
    {
      name: "limit",
      means: "`max_entries`",
      usedBy: "Codex 0.99.0",
      read: asCount("max_entries", { most: maxEntries }),
    },
    { name: "excludePatterns", means: "`exclude`", usedBy: "server-filesystem 2026.8.31", read: asList("exclude") },
    { name: "ignore", means: "`exclude`", usedBy: "Gemini CLI 0.61.0, Qwen Code 0.15.10", read: asList("exclude") },
  ];
  return { table, hasFixedJson: true, keepsUnknown: false };
}
