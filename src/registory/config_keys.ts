// Every key of the configuration, declared once: type, range, default, effect. Validation, settings, the defaults of all layers and
// the tables of docs/configuration.md come from here. porthole_config.ts has the type; the compiler compares the two.

import type { PortholeConfig } from "./porthole_config.ts";

export type { PortholeConfig };

/** `specified`: as the specifications say. `agent`: for agents at work in real folders, as the command line and the MCP server are used. */
export type DefaultsSet = "specified" | "agent";
export const DEFAULTS_SETS: readonly DefaultsSet[] = ["specified", "agent"];

/** `absent` says in words what a default of `null` means. `agentDefault` takes the place of `default` in the set `agent`. */
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

/** A table of rows and of further tables. */
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
/** Above 0, with or without a fraction, at most a day: no call or question is worth a longer wait. */
const SECONDS = { type: "seconds", max: 86_400 } as const;
const LIMIT = { type: "integer", min: 1 } as const;
const TOOL_NAMES = { type: "list", of: "tool name", minItems: 0, maxItems: 1000, default: [] } as const;
const GLOBS = { type: "list", of: "glob", minItems: 0, maxItems: 200, default: [] } as const;

/** Of the table `[audit]`. */
export const AUDIT_KEYS = {
  file: {
    type: "file",
    default: null,
    absent: "no record",
    effect: "Keeps a record of every call in this file, outside the workspace.",
  },
} as const satisfies ShapeFor<NonNullable<PortholeConfig["audit"]>>;

/** Of the tables `[tools]`. */
export const CONFIG_KEYS = {
  format: {
    type: "choice",
    choices: ["json", "text"],
    default: "json",
    effect: "The form in which a model gets answers. `porthole mcp` answers in `text` unless this is set.",
  },
  approval: {
    enabled: { ...ON, effect: "`false` refuses every call." },
    mode: {
      type: "choice",
      choices: ["auto", "prompt", "deny"],
      default: "auto",
      effect: "`auto` runs tools, `prompt` confirms those with side effects, `deny` runs only the allowlist.",
    },
    allowlist: { ...TOOL_NAMES, effect: "Tools that run without being confirmed, and the only ones in mode `deny`." },
    denylist: { ...TOOL_NAMES, effect: "Tools that never run, whatever else is said." },
    own_tools: {
      ...TOOL_NAMES,
      default: null,
      absent: "any, and none on a list",
      effect:
        "The names of the program's own tools: the only ones that can be added, and that the lists may name beside the built-in ones.",
    },
    prompt_side_effects: { ...ON, effect: "In mode `auto`: whether tools with side effects are confirmed." },
    timeout_seconds: { ...SECONDS, default: 300, effect: "How long a person may think; no answer is a no." },
  },
  sandbox: {
    allowed_roots: {
      type: "list",
      of: "folder",
      minItems: 1,
      maxItems: 100,
      default: null,
      absent: "the whole workspace",
      effect: "Narrows the workspace to these folders inside it.",
    },
    denied_patterns: {
      ...GLOBS,
      effect: "What these match is listed by name, but never read or looked into.",
    },
    allow_absolute: { ...ON, effect: "Whether a call may name a path inside the workspace by its absolute path." },
    include_default_denies: { ...ON, effect: "`false` switches off all built-in lists of denied files." },
    deny_secrets: {
      ...ON_FOR_AGENTS,
      effect: "Whether `.env` files and the like are denied: the built-in list of secrets.",
    },
    allowed_patterns: {
      ...GLOBS,
      effect:
        "What these match is not denied by a built-in list. `denied_patterns` and `.portholeignore` deny it all the same.",
    },
    obey_portholeignore: { ...ON_FOR_AGENTS, effect: "Whether what `.portholeignore` at the root matches is denied." },
  },
  timeouts: {
    default_seconds: { ...SECONDS, default: 30, effect: "How long a call may take." },
    file_operations_seconds: {
      ...SECONDS,
      default: null,
      absent: "as `default_seconds`",
      effect: "How long a call of one of porthole's own tools may take.",
    },
  },
  output: {
    max_bytes: { ...LIMIT, default: 102_400, effect: "Most bytes of UTF-8 in one answer to a model." },
  },
  limits: {
    max_calls_per_batch: { ...LIMIT, default: 8, effect: "Most calls in one batch; those after it are refused." },
    max_argument_bytes: { ...LIMIT, default: 262_144, effect: "Most bytes of arguments in one call." },
  },
  list_directory: {
    max_entries: { ...LIMIT, default: 200, effect: "Most entries that a call gets or may ask for." },
    max_depth: { ...LIMIT, default: 4, effect: "Most levels that a recursive call gets or may ask for." },
    include_hidden_default: { ...OFF, effect: "`include_hidden` of a call that leaves it out." },
    include_symlinks_default: { ...ON, effect: "`include_symlinks` of a call that leaves it out." },
    include_files_default: { ...ON, effect: "`include_files` of a call that leaves it out." },
    include_dirs_default: { ...ON, effect: "`include_dirs` of a call that leaves it out." },
    include_other_default: { ...OFF, effect: "`include_other` of a call that leaves it out." },
    respect_gitignore: { ...ON_FOR_AGENTS, effect: "Whether what git ignores is left out." },
  },
  tree: {
    max_depth: { type: "integer", min: 0, max: 12, default: 12, effect: "Most levels that a call may ask for." },
    max_entries: { ...LIMIT, max: 1000, default: 1000, effect: "Most nodes that a call may ask for." },
    respect_gitignore: { ...ON_FOR_AGENTS, effect: "Whether what git ignores is left out." },
  },
  read_file: {
    max_lines: { ...LIMIT, max: 500, default: 500, effect: "Most lines that a call may ask for." },
    max_file_bytes: {
      ...LIMIT,
      max: 1_073_741_824,
      default: 1_048_576,
      effect: "Larger files are refused, by `read_files` too.",
    },
  },
  read_files: {
    max_paths: { ...LIMIT, max: 20, default: 20, effect: "Most files that a call may ask for." },
    max_lines: { ...LIMIT, max: 500, default: 500, effect: "Most lines of each file that a call may ask for." },
  },
  list_files: {
    max_results: { ...LIMIT, max: 1000, default: 1000, effect: "Most paths that a call may ask for." },
    max_entries_scanned: {
      ...LIMIT,
      default: 50_000,
      effect: "Most entries that a call looks at; its answer then ends, and the next call goes on from there.",
    },
    respect_gitignore: { ...ON, effect: "Whether what git ignores is left out." },
  },
  search_text: {
    max_results: {
      ...LIMIT,
      max: 1000,
      default: 1000,
      effect: "Most matching lines or files that a call may ask for.",
    },
    max_entries_scanned: {
      ...LIMIT,
      default: 50_000,
      effect: "Most entries that a call looks at; its answer then ends, and the next call goes on from there.",
    },
    max_bytes_scanned: { ...LIMIT, default: 268_435_456, effect: "The same for bytes read: 256 MiB." },
    max_file_bytes: {
      ...LIMIT,
      max: 1_073_741_824,
      default: 1_048_576,
      effect: "Larger files are not searched, and counted in `left_out`.",
    },
    respect_gitignore: { ...ON, effect: "Whether what git ignores is left out." },
  },
} as const satisfies ShapeFor<Tables>;
