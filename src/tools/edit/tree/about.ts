// How tree is presented: to MCP clients, in the instructions for the model, and on the page.

import type { ToolAbout } from "../../about.ts";
import { COUNT, FLAG, PATH, record, TEXT } from "../../output_schema.ts";

export const about: ToolAbout = {
  title: "Workspace tree",
  use: "shows the folders",
  output: {
    ...record({
      root: { $ref: "#/$defs/node" },
      limit_reached: { ...FLAG, description: "The number of nodes reached max_entries." },
      scanned_entries: COUNT,
      total_dirs: COUNT,
      total_files: COUNT,
      total_symlinks: COUNT,
    }),
    $defs: {
      node: record(
        { name: TEXT, path: PATH, depth: COUNT, kind: { enum: ["directory", "file", "symlink"] } },
        {
          truncated: { ...FLAG, description: "Of a directory: not read because of max_depth." },
          children: { type: "array", items: { $ref: "#/$defs/node" } },
        },
      ),
    },
  },
  shows: "names",
  onPage: { kinds: ["directory", "symlink"], argument: "path", options: { entry_kind: "all" } },
};
