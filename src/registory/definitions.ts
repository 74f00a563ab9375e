// The tool definitions for models, to the letter where a specification fixes them. Imports nothing.

/** The shape that every definition has. */
export interface ToolDefinition {
  /** The name by which a model calls the tool. */
  readonly name: string;
  /** The description that the model gets. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: {
    /** Always `object`. */
    readonly type: "object";
    /** The schema of each argument, by name. */
    readonly properties: Readonly<Record<string, object>>;
    /** The arguments that must be given. */
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

const LIST_FILES_DEFINITION = {
  name: "list_files",
  description:
    "Find files by name with a glob such as `*.ts` or `src/**/test_*.py`, at any depth. Use it to learn which files exist; it does not " +
    "look at their content. Hidden and git-ignored files are left out unless asked for, and `left_out` counts them.",
  parameters: {
    type: "object",
    properties: {
      pattern: {
        type: "string",
        default: "**",
        description:
          "Glob relative to path (default: `**`, everything). Without a slash it matches the name at any depth: `*.ts` also finds " +
          "`src/a.ts`. `*`, `?`, `**`, `[a-z]` and `{a,b}` are understood.",
      },
      path: {
        type: "string",
        default: ".",
        description: "Directory to look in, relative to the workspace root (default: `.`, the root).",
      },
      entry_kind: {
        type: "string",
        enum: ["file", "directory", "all"],
        default: "file",
        description: "What to return (default: file). `all` also returns links; directories end in `/`.",
      },
      include_hidden: {
        type: "boolean",
        default: false,
        description: "Also look at names that begin with a dot (default: false).",
      },
      include_ignored: {
        type: "boolean",
        default: false,
        description: "Also look at what git ignores, and at node_modules, dist, build and the like (default: false).",
      },
      max_results: {
        type: "number",
        default: 200,
        description: "Most paths in one answer, 1 to 1000 (default: 200).",
      },
      after: {
        type: "string",
        description: "To go on where an answer was cut: its `next`, with all other arguments as they were.",
      },
    },
    required: [],
  },
} as const;

const SEARCH_TEXT_DEFINITION = {
  name: "search_text",
  description:
    "Search file contents (grep-like) for a regular expression or a literal text, line by line. Use it to find where something is " +
    "defined, used or mentioned; start with mode `files` if there may be many matches. Hidden, git-ignored, binary and large files are " +
    "left out, and `left_out` counts them.",
  parameters: {
    type: "object",
    properties: {
      pattern: {
        type: "string",
        description:
          "Regular expression (RE2 syntax: no lookaround, no backreferences), matched line by line. With literal: the text itself.",
      },
      path: {
        type: "string",
        default: ".",
        description: "Directory or file to search, relative to the workspace root (default: `.`, the root).",
      },
      literal: {
        type: "boolean",
        default: false,
        description: "Take pattern as plain text: no character in it is special (default: false).",
      },
      ignore_case: {
        type: "boolean",
        default: false,
        description: "Let upper and lower case match each other (default: false).",
      },
      include: {
        type: "array",
        items: { type: "string" },
        default: [],
        description:
          "Globs relative to path: search only files that match one, such as `*.ts` (at any depth) or `src/**/*.py` (default: all files).",
      },
      exclude: {
        type: "array",
        items: { type: "string" },
        default: [],
        description: "Globs relative to path: leave out files and directories that match one (default: none).",
      },
      mode: {
        type: "string",
        enum: ["lines", "files"],
        default: "lines",
        description:
          "`lines` returns matching lines, `files` only paths with their number of matching lines (default: lines).",
      },
      context_lines: {
        type: "number",
        default: 0,
        description: "Lines to show before and after each match, 0 to 10 (default: 0).",
      },
      max_results: {
        type: "number",
        default: 100,
        description: "Most matching lines, or files in mode `files`, in one answer, 1 to 1000 (default: 100).",
      },
      include_hidden: {
        type: "boolean",
        default: false,
        description: "Also look at names that begin with a dot (default: false).",
      },
      include_ignored: {
        type: "boolean",
        default: false,
        description: "Also look at what git ignores, and at node_modules, dist, build and the like (default: false).",
      },
      after: {
        type: "string",
        description: "To go on where an answer was cut: its `next`, with all other arguments as they were.",
      },
    },
    required: ["pattern"],
  },
} as const;

/** For a model that knows `read_file` by another name. */
export function describeReadFiles(nameTool: (name: "read_file") => string): string {
  return `Reads several UTF-8 text files of the workspace in one call, each from its first line. Use it when you know two or more files to read; use ${nameTool("read_file")} for a single file, or to go on at a later line. A file that cannot be read has an error in its place and does not affect the others.`;
}

const READ_FILES_DEFINITION = {
  name: "read_files",
  description: describeReadFiles((name) => name),
  parameters: {
    type: "object",
    properties: {
      paths: {
        type: "array",
        items: { type: "string" },
        description: 'Workspace-root-relative paths of 1 to 20 files (e.g., ["src/main.ts", "package.json"]).',
      },
      max_lines: {
        type: "number",
        default: 200,
        description: "Maximum number of lines to return of each file, 1 to 500 (default: 200).",
      },
    },
    required: ["paths"],
  },
} as const;

/** The definitions of the built-in tools, by name, exactly as a model gets them. */
export const TOOL_DEFINITIONS = freezeDeep({
  tree: TREE_TOOL_DEFINITION,
  read_file: READ_FILE_DEFINITION,
  list_directory: LIST_DIRECTORY_DEFINITION,
  list_files: LIST_FILES_DEFINITION,
  search_text: SEARCH_TEXT_DEFINITION,
  read_files: READ_FILES_DEFINITION,
} as const);

/** All toolkits of a process share the definitions, so no program may change them. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
