// The arguments of other tools that tree understands. docs/arguments.md says who uses them.

import type { ToolAliases } from "../../../input/aliases.ts";
import { asCount, asList, asPath } from "../../alias_values.ts";
import type { TreeSettings } from "./types.ts";

export function treeAliases({ maxDepth, maxEntries }: TreeSettings): ToolAliases {
  const table = {
    dir_path: asPath("path"),
    depth: asCount("max_depth", { least: 0, most: maxDepth }),
    limit: asCount("max_entries", { most: maxEntries }),
    excludePatterns: asList("exclude"),
    ignore: asList("exclude"),
  };
  return { table, hasFixedJson: true };
}
