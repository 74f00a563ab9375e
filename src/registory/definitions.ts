// What a model is told about each tool, to the letter of its specification. Data only; imports nothing.

/** The shape that every definition has. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
}

const TREE_TOOL_DEFINITION = {
  name: "tree",
  description: "Returns a workspace tree: directories only or directories with files.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Directory path in workspace." },
      entry_kind: {
        type: "string",
        enum: ["directory", "all"],
        default: "directory",
        description: "Node types to include (default: directory).",
      },
      max_depth: {
        type: "number",
        default: 3,
        description: "Maximum traversal depth (default: 3).",
      },
      max_entries: {
        type: "number",
        default: 100,
        description: "Maximum node count (default: 100).",
      },
      include_hidden: {
        type: "boolean",
        default: false,
        description: "Include dot-prefixed entries (default: false).",
      },
      exclude: {
        type: "array",
        items: { type: "string" },
        description: "Glob patterns to exclude paths.",
      },
    },
    required: ["path"],
  },
} as const;

const READ_FILE_DEFINITION = {
  name: "read_file",
  description: "Reads a UTF-8 text file in the workspace and returns a line-limited content window.",
  parameters: {
    type: "object",
    properties: {
      path: {
        type: "string",
        description: 'Workspace-root-relative file path to read (e.g., "src/main.ts").',
      },
      start_line: {
        type: "number",
        default: 1,
        description: "1-based start line of the returned window (default: 1).",
      },
      max_lines: {
        type: "number",
        default: 200,
        description: "Maximum number of lines to return (default: 200).",
      },
    },
    required: ["path"],
  },
} as const;

const LIST_DIRECTORY_DEFINITION = {
  name: "list_directory",
  description: "List directory entries",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      recursive: { type: "boolean", default: false },
      max_depth: { type: "integer", minimum: 1 },
      max_entries: { type: "integer", minimum: 1 },
      include_hidden: { type: "boolean", default: false },
      include_files: { type: "boolean", default: true },
      include_dirs: { type: "boolean", default: true },
      include_symlinks: { type: "boolean", default: true },
      include_other: { type: "boolean", default: false },
    },
    required: ["path"],
  },
} as const;

export const TOOL_DEFINITIONS = freezeDeep({
  tree: TREE_TOOL_DEFINITION,
  read_file: READ_FILE_DEFINITION,
  list_directory: LIST_DIRECTORY_DEFINITION,
} as const);

/** All toolkits of a process share their definitions: no program may change them. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
