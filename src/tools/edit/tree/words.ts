// The arguments of other tools that tree understands. docs/arguments.md says who uses them.

import type { ToolWords } from "../../../input/words.ts";
import { asCount, asList, asPath } from "../../word_values.ts";
import type { TreeSettings } from "./types.ts";

export function treeWords({ maxDepth, maxEntries }: TreeSettings): ToolWords {
  const table = {
    dir_path: asPath("path"),
    depth: asCount("max_depth", { least: 0, most: maxDepth }),
    limit: asCount("max_entries", { most: maxEntries }),
    excludePatterns: asList("exclude"),
    ignore: asList("exclude"),
  };
  return { table, hasFixedJson: true };
}
