// Every configuration key, declared once: type, range, default, effect. Validation, settings, all defaults and the tables of
// docs/configuration.md are derived from it. porthole_config.ts has the type; the compiler compares the two.

import type { PortholeConfig } from "./porthole_config.ts";

export type { PortholeConfig };

/** `specified`: as in the specifications. `agent`: for agents that work in real folders, used by the command line and the MCP server. */
export type DefaultsSet = "specified" | "agent";
export const DEFAULTS_SETS: readonly DefaultsSet[] = ["specified", "agent"];

/** `absent` describes a default of `null`. `agentDefault` replaces `default` in the set `agent`. */
export type Row = { readonly effect: string; readonly absent?: string; readonly agentDefault?: unknown } & (
  | { readonly type: "boolean"; readonly default: boolean }
  | { readonly type: "integer"; readonly min: number; readonly max?: number; readonly default: number }
  | { readonly type: "seconds"; readonly max: number; readonly default: number | null }
  | { readonly type: "file"; readonly default: null }
  | { readonly type: "choice"; readonly choices: readonly string[]; readonly default: string }
  | ListRow
);

export interface ListRow {
  readonly type: "list";
  readonly of: "tool name" | "folder" | "glob";
  readonly minItems: number;
  readonly maxItems: number;
  readonly default: readonly string[] | null;
}

/** A table of rows and nested tables. */
export type Rows = { readonly [name: string]: Rows | Row };

export function isRow(shape: Rows | Row): shape is Row {
  return typeof shape.effect === "string";
}

type Tables = NonNullable<PortholeConfig["tools"]>;
type RowFor<Value> = Row & {
  readonly default: Value | null;
  readonly agentDefault?: Value;
  readonly choices?: readonly Value[];
};
type ShapeFor<Given> = [Given] extends [string | number | boolean | readonly string[]]
  ? RowFor<Given>
  : { readonly [Name in keyof Given]-?: ShapeFor<NonNullable<Given[Name]>> };

const ON = { type: "boolean", default: true } as const;
const OFF = { type: "boolean", default: false } as const;
const ON_FOR_AGENTS = { ...OFF, agentDefault: true } as const;
/** Above 0, with or without a fraction, at most a day. */
const SECONDS = { type: "seconds", max: 86_400 } as const;
const LIMIT = { type: "integer", min: 1 } as const;
const TOOL_NAMES = { type: "list", of: "tool name", minItems: 0, maxItems: 1000, default: [] } as const;
const GLOBS = { type: "list", of: "glob", minItems: 0, maxItems: 200, default: [] } as const;

/** The table `[audit]`. */
export const AUDIT_KEYS = {
  file: {
    type: "file",
    default: null,
    absent: "no record",
    effect: "Keeps a record of every call in this file, which must be outside the workspace.",
  },
} as const satisfies ShapeFor<NonNullable<PortholeConfig["audit"]>>;

/** The tables `[tools]`. */
export const CONFIG_KEYS = {
  format: {
    type: "choice",
    choices: ["json", "text"],
    default: "json",
    effect: "The format of answers for a model. If it is not set, `porthole mcp` answers in `text`.",
  },
  approval: {
    enabled: { ...ON, effect: "`false` refuses every call." },
    mode: {
      type: "choice",
      choices: ["auto", "prompt", "deny"],
      default: "auto",
      effect:
        "`auto` runs tools, `prompt` asks before running tools with side effects, `deny` runs only the allowlist.",
    },
    allowlist: { ...TOOL_NAMES, effect: "Tools that run without asking. In mode `deny`, only these run." },
    denylist: { ...TOOL_NAMES, effect: "Tools that never run. Wins over everything else." },
    own_tools: {
      ...TOOL_NAMES,
      default: null,
      absent: "any tool can be added, but the lists can name none of them",
      effect:
        "The names of the program's own tools. Only these can be added, and the lists can name them besides the built-in tools.",
    },
    prompt_side_effects: { ...ON, effect: "In mode `auto`: whether to ask before running tools with side effects." },
    timeout_seconds: { ...SECONDS, default: 300, effect: "How long to wait for approval. No answer means no." },
  },
  sandbox: {
    allowed_roots: {
      type: "list",
      of: "folder",
      minItems: 1,
      maxItems: 100,
      default: null,
      absent: "the whole workspace",
      effect: "Restricts the workspace to these folders inside it.",
    },
    denied_patterns: {
      ...GLOBS,
      effect: "Matching files and directories are listed by name, but never opened.",
    },
    allow_absolute: { ...ON, effect: "Whether calls may use absolute paths inside the workspace." },
    include_default_denies: { ...ON, effect: "`false` turns off all built-in lists of denied files." },
    deny_secrets: {
      ...ON_FOR_AGENTS,
      effect: "Whether the built-in list of secrets applies (`.env` and similar files).",
    },
    allowed_patterns: {
      ...GLOBS,
      effect: "The built-in lists do not deny matching files. `denied_patterns` and `.portholeignore` still do.",
    },
    obey_portholeignore: {
      ...ON_FOR_AGENTS,
      effect: "Whether `.portholeignore` at the root denies the files that it matches.",
    },
  },
  timeouts: {
    default_seconds: { ...SECONDS, default: 30, effect: "The time limit of a call." },
    file_operations_seconds: {
      ...SECONDS,
      default: null,
      absent: "same as `default_seconds`",
      effect: "The time limit of a call of a built-in tool.",
    },
  },
  output: {
    max_bytes: { ...LIMIT, default: 102_400, effect: "Maximum bytes of UTF-8 in one answer for a model." },
  },
  limits: {
    max_calls_per_batch: { ...LIMIT, default: 8, effect: "Maximum calls in one batch. Further calls are refused." },
    max_argument_bytes: { ...LIMIT, default: 262_144, effect: "Maximum bytes of arguments in one call." },
  },
  list_directory: {
    max_entries: { ...LIMIT, default: 200, effect: "Maximum entries of a call, and the default." },
    max_depth: { ...LIMIT, default: 4, effect: "Maximum levels of a recursive call, and the default." },
    include_hidden_default: { ...OFF, effect: "The default of `include_hidden`." },
    include_symlinks_default: { ...ON, effect: "The default of `include_symlinks`." },
    include_files_default: { ...ON, effect: "The default of `include_files`." },
    include_dirs_default: { ...ON, effect: "The default of `include_dirs`." },
    include_other_default: { ...OFF, effect: "The default of `include_other`." },
    respect_gitignore: { ...ON_FOR_AGENTS, effect: "Whether files that git ignores are left out." },
  },
  tree: {
    max_depth: { type: "integer", min: 0, max: 12, default: 12, effect: "Maximum levels that a call can request." },
    max_entries: { ...LIMIT, max: 1000, default: 1000, effect: "Maximum nodes that a call can request." },
    respect_gitignore: { ...ON_FOR_AGENTS, effect: "Whether files that git ignores are left out." },
  },
  read_file: {
    max_lines: { ...LIMIT, max: 500, default: 500, effect: "Maximum lines that a call can request." },
    max_file_bytes: {
      ...LIMIT,
      max: 1_073_741_824,
      default: 1_048_576,
      effect: "Larger files are refused, also by `read_files`.",
    },
  },
  read_files: {
    max_paths: { ...LIMIT, max: 20, default: 20, effect: "Maximum files that a call can request." },
    max_lines: { ...LIMIT, max: 500, default: 500, effect: "Maximum lines of each file that a call can request." },
  },
  list_files: {
    max_results: { ...LIMIT, max: 1000, default: 1000, effect: "Maximum paths that a call can request." },
    max_entries_scanned: {
      ...LIMIT,
      default: 200_000,
      effect: "Maximum entries that a call visits. The answer then ends, and the next call continues from there.",
    },
    respect_gitignore: { ...ON, effect: "Whether files that git ignores are left out." },
  },
  search_text: {
    max_results: {
      ...LIMIT,
      max: 1000,
      default: 1000,
      effect: "Maximum matching lines or files that a call can request.",
    },
    max_entries_scanned: {
      ...LIMIT,
      default: 200_000,
      effect: "Maximum entries that a call visits. The answer then ends, and the next call continues from there.",
    },
    max_bytes_scanned: {
      ...LIMIT,
      default: 1_073_741_824,
      effect: "Maximum bytes that a call reads (1 GiB). The answer then ends, and the next call continues from there.",
    },
    max_file_bytes: {
      ...LIMIT,
      max: 1_073_741_824,
      default: 1_048_576,
      effect: "Larger files are not searched. They are counted in `left_out`.",
    },
    respect_gitignore: { ...ON, effect: "Whether files that git ignores are left out." },
  },
} as const satisfies ShapeFor<Tables>;
