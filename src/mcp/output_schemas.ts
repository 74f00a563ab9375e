// The JSON Schemas of the answers of the built-in tools. Data only; a test compares them with real answers. They have no `$schema`, because
// clients that validate by an older draft would refuse it.

const TEXT = { type: "string" };
const PATH = { ...TEXT, description: "Relative to the workspace root." };
const FLAG = { type: "boolean" };
const COUNT = { type: "integer", minimum: 0 };
const WHOLE = { type: "integer" };
const WHOLE_OR_NULL = { type: ["integer", "null"] };

const TREE = {
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
};

const READ_FILE = record({
  path: PATH,
  content: TEXT,
  truncated: { ...FLAG, description: "Lines follow after the window." },
  next_start_line: { ...WHOLE_OR_NULL, description: "Where to go on reading." },
  meta: record({ byte_length: COUNT, line_count: COUNT, returned_line_count: COUNT, mtime_ms: WHOLE }),
});

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

const LIST_DIRECTORY = record({
  path: TEXT,
  entries: { type: "array", items: ENTRY },
  returned: COUNT,
  max_entries: { type: "integer", minimum: 1 },
  truncated: { ...FLAG, description: "Something was left out." },
  truncated_reason: { enum: ["max_entries", "max_output_bytes", null] },
});

function record<Required extends object>(required: Required, optional: object = {}) {
  return { type: "object" as const, properties: { ...required, ...optional }, required: Object.keys(required) };
}

export const OUTPUT_SCHEMAS = { tree: TREE, read_file: READ_FILE, list_directory: LIST_DIRECTORY } as const;
