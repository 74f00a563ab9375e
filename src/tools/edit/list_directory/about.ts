// How list_directory is presented: to MCP clients, in the instructions for the model, and on the page.

import type { ToolAbout } from "../../about.ts";
import { COUNT, FLAG, record, TEXT, WHOLE_OR_NULL } from "../../output_schema.ts";

const ENTRY = record({
  name: TEXT,
  path: { ...TEXT, description: "Relative to the listed directory." },
  depth: { type: "integer", minimum: 1 },
  type: { enum: ["file", "dir", "symlink", "other", "unknown"] },
  size_bytes: WHOLE_OR_NULL,
  modified_epoch_ms: WHOLE_OR_NULL,
  is_hidden: FLAG,
  error_code: { enum: ["metadata_unavailable", "permission_denied", "read_dir_failed", "io_error", "unknown", null] },
  error: { type: ["string", "null"] },
});

export const about: ToolAbout = {
  title: "List a directory",
  use: "shows one folder",
  output: record({
    path: TEXT,
    entries: { type: "array", items: ENTRY },
    returned: COUNT,
    max_entries: { type: "integer", minimum: 1 },
    truncated: { ...FLAG, description: "Something was left out." },
    truncated_reason: { enum: ["max_entries", "max_output_bytes", null] },
  }),
  shows: "names",
  onPage: { kinds: ["directory", "symlink"], argument: "path" },
};
