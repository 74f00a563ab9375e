// The JSON Schemas of the built-in tools' answers. Data only; a test compares them with real answers. They have no `$schema`, because
// clients that use an older draft would reject it. Each root also accepts an error: some clients validate errors too, and would otherwise
// tell the model only that the answer does not match.

const TEXT = { type: "string" };
const PATH = { ...TEXT, description: "Relative to the workspace root." };
const FLAG = { type: "boolean" };
const COUNT = { type: "integer", minimum: 0 };
const WHOLE = { type: "integer" };
const WHOLE_OR_NULL = { type: ["integer", "null"] };

const ERROR = record({ kind: TEXT, code: TEXT, message: TEXT });

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

/** The last fields of answers that can be continued. */
const PAGE_END = {
  complete: { ...FLAG, description: "Nothing more would follow." },
  truncated_reason: { enum: ["max_results", "max_output_bytes", "scan_limit", "timeout", null] },
  next: { type: ["string", "null"], description: "Pass it as `after` to go on." },
  left_out: {
    ...record({}, { hidden: COUNT, ignored: COUNT, excluded: COUNT, denied: COUNT, unreadable: COUNT, linked: COUNT }),
    description: "How many entries were not looked at, by reason. A directory counts once.",
  },
};

/** The last field of answers whose JSON is not specified. */
const READ_AS = { read_as: { type: "object", description: "How arguments with other names were read." } };

const LIST_FILES = record(
  {
    path: PATH,
    pattern: TEXT,
    paths: { type: "array", items: PATH },
    returned: COUNT,
    ...PAGE_END,
  },
  READ_AS,
);

const SEARCH_LINE = record(
  { line: { type: "integer", minimum: 1 }, text: TEXT },
  {
    column: { type: "integer", minimum: 1, description: "Of the first match, in code points." },
    match: { const: false, description: "Context: the line does not match." },
    cut: { const: true, description: "The line is longer than text." },
  },
);

const SEARCH_TEXT = record(
  {
    path: PATH,
    pattern: TEXT,
    files: {
      type: "array",
      items: record(
        { path: PATH },
        {
          lines: { type: "array", items: SEARCH_LINE, description: "In mode lines." },
          matched_lines: { ...COUNT, description: "In mode files." },
        },
      ),
    },
    matched_lines: COUNT,
    matched_files: COUNT,
    searched_files: COUNT,
    searched_bytes: COUNT,
    ...PAGE_END,
  },
  READ_AS,
);

const READ_FILES = record(
  {
    files: {
      type: "array",
      description: "In the order of paths.",
      items: { anyOf: [READ_FILE, record({ path: TEXT, error: ERROR })] },
    },
    returned: COUNT,
  },
  READ_AS,
);

function record<Required extends object>(required: Required, optional: object = {}) {
  return { type: "object" as const, properties: { ...required, ...optional }, required: Object.keys(required) };
}

/** The same record, or an error alone. */
function orError<Schema extends ReturnType<typeof record>>({ required, ...schema }: Schema) {
  const properties: Schema["properties"] & { error: object } = { ...schema.properties, error: ERROR };
  return { ...schema, properties, anyOf: [{ required }, { required: ["error"], maxProperties: 1 }] };
}

export const OUTPUT_SCHEMAS = {
  tree: orError(TREE),
  read_file: orError(READ_FILE),
  list_directory: orError(LIST_DIRECTORY),
  list_files: orError(LIST_FILES),
  search_text: orError(SEARCH_TEXT),
  read_files: orError(READ_FILES),
} as const;
