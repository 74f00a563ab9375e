// The arguments of other tools that list_directory understands (docs/arguments.md).

import type { GivenWord, Meaning, ToolWords } from "../../../input/words.ts";
import { asCount, asPath, onlyAs, readCount, refused } from "../../word_values.ts";
import type { ListDirectorySettings } from "./types.ts";

export function listDirectoryWords({ maxDepth, maxEntries }: ListDirectorySettings): ToolWords {
  const table = [
    { name: "dir_path", means: "`path`", usedBy: "Gemini CLI 0.61.0, Codex 0.99.0", read: asPath("path") },
    {
      name: "depth",
      means: "`max_depth`, and `recursive` if it is more than 1",
      usedBy: "Codex 0.99.0",
      read: (given: GivenWord) => readDepth(given, maxDepth),
    },
    {
      name: "limit",
      means: "`max_entries`",
      usedBy: "Codex 0.99.0",
      read: asCount("max_entries", { most: maxEntries }),
    },
    {
      name: "offset",
      means: "removed if 1",
      usedBy: "Codex 0.99.0",
      read: onlyAs(1, "list a subdirectory, or use list_files and its after"),
    },
    {
      name: "sortBy",
      means: "removed if `name`",
      usedBy: "server-filesystem 2026.8.31",
      read: onlyAs("name", "entries are sorted by name"),
    },
    {
      name: "ignore",
      means: "removed if empty",
      usedBy: "Gemini CLI 0.61.0, Qwen Code 0.15.10",
      read: onlyAs([], "tree has exclude"),
    },
    {
      name: "file_filtering_options",
      means: "refused",
      usedBy: "Gemini CLI 0.61.0, Qwen Code 0.15.10",
      read: refused("list_files has include_ignored"),
    },
  ];
  return { table, hasFixedJson: true, keepsUnknown: false };
}

function readDepth({ name, value }: GivenWord, most: number): Meaning {
  const depth = readCount(name, value, { most });
  return depth === 1 ? { max_depth: 1 } : { recursive: true, max_depth: depth };
}
