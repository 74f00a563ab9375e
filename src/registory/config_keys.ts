// Every configuration key, declared once: type, range, default. Validation, settings and all defaults are derived from it. porthole_config.ts
// has the public type; the compiler compares the two. A test compares docs/configuration.md, which says what each key does.

import type { PortholeConfig } from "./porthole_config.ts";

export type { PortholeConfig };

/** `specified`: as in the specifications. `agent`: for agents that work in real folders, used by the command line and the MCP server. */
export type DefaultsSet = "specified" | "agent";
export const DEFAULTS_SETS: readonly DefaultsSet[] = ["specified", "agent"];

/** `agentDefault` replaces `default` in the set `agent`. */
export type Row = { readonly agentDefault?: unknown } & (
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
  return typeof shape.type === "string";
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
  file: { type: "file", default: null },
} as const satisfies ShapeFor<NonNullable<PortholeConfig["audit"]>>;

/** The tables `[tools]`. */
export const CONFIG_KEYS = {
  format: { type: "choice", choices: ["json", "text"], default: "json" },
  approval: {
    enabled: ON,
    mode: { type: "choice", choices: ["auto", "prompt", "deny"], default: "auto" },
    allowlist: TOOL_NAMES,
    denylist: TOOL_NAMES,
    own_tools: { ...TOOL_NAMES, default: null },
    prompt_side_effects: ON,
    timeout_seconds: { ...SECONDS, default: 300 },
  },
  sandbox: {
    allowed_roots: { type: "list", of: "folder", minItems: 1, maxItems: 100, default: null },
    denied_patterns: GLOBS,
    allow_absolute: ON,
    include_default_denies: ON,
    deny_secrets: ON_FOR_AGENTS,
    allowed_patterns: GLOBS,
    obey_portholeignore: ON_FOR_AGENTS,
  },
  timeouts: {
    default_seconds: { ...SECONDS, default: 30 },
    file_operations_seconds: { ...SECONDS, default: null },
  },
  output: {
    max_bytes: { ...LIMIT, default: 102_400 },
  },
  limits: {
    max_calls_per_batch: { ...LIMIT, default: 8 },
    max_argument_bytes: { ...LIMIT, default: 262_144 },
  },
  list_directory: {
    max_entries: { ...LIMIT, default: 200 },
    max_depth: { ...LIMIT, default: 4 },
    include_hidden_default: OFF,
    include_symlinks_default: ON,
    include_files_default: ON,
    include_dirs_default: ON,
    include_other_default: OFF,
    respect_gitignore: ON_FOR_AGENTS,
  },
  tree: {
    max_depth: { type: "integer", min: 0, max: 12, default: 12 },
    max_entries: { ...LIMIT, max: 1000, default: 1000 },
    respect_gitignore: ON_FOR_AGENTS,
  },
  read_file: {
    max_lines: { ...LIMIT, max: 500, default: 500 },
    max_file_bytes: { ...LIMIT, max: 1_073_741_824, default: 1_048_576 },
  },
  read_files: {
    max_paths: { ...LIMIT, max: 20, default: 20 },
    max_lines: { ...LIMIT, max: 500, default: 500 },
  },
  list_files: {
    max_results: { ...LIMIT, max: 1000, default: 1000 },
    max_entries_scanned: { ...LIMIT, default: 200_000 },
    respect_gitignore: ON,
  },
  search_text: {
    max_results: { ...LIMIT, max: 1000, default: 1000 },
    max_entries_scanned: { ...LIMIT, default: 200_000 },
    max_bytes_scanned: { ...LIMIT, default: 1_073_741_824 },
    max_file_bytes: { ...LIMIT, max: 1_073_741_824, default: 1_048_576 },
    respect_gitignore: ON,
  },
} as const satisfies ShapeFor<Tables>;
