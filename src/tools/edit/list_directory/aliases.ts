// The arguments of other tools that list_directory understands. docs/arguments.md says who uses them.

import type { GivenAlias, Meaning, ToolAliases } from "../../../input/aliases.ts";
import { asCount, asPath, onlyAs, readCount, refused } from "../../alias_values.ts";
import type { ListDirectorySettings } from "./types.ts";

export function listDirectoryAliases({ maxDepth, maxEntries }: ListDirectorySettings): ToolAliases {
  const table = {
    dir_path: asPath("path"),
    depth: { read: (given: GivenAlias) => readDepth(given, maxDepth) },
    limit: asCount("max_entries", { most: maxEntries }),
    offset: onlyAs(1, "list a subdirectory, or use list_files and its after"),
    sortBy: onlyAs("name", "entries are sorted by name"),
    ignore: onlyAs([], "tree has exclude"),
    file_filtering_options: refused("list_files has include_ignored"),
  };
  return { table, hasFixedJson: true };
}

function readDepth({ name, value }: GivenAlias, most: number): Meaning {
  const depth = readCount(name, value, { most });
  return depth === 1 ? { max_depth: 1 } : { recursive: true, max_depth: depth };
}
