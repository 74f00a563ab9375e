// One row for each key of the configuration: type, range, default, effect. Validation, defaults and documentation read it.
// Leaves to validate.ts how a value is compared with its row.

import { CONTEXT_DEFAULTS, MAX_DURATION_MS } from "../gate/context.ts";
import { DEFAULT_POLICY } from "../security/policy.ts";
import { DEFAULT_LIST_DIRECTORY_SETTINGS as LIST } from "../tools/edit/list_directory/settings.ts";
import { MAX_FILE_BYTES } from "../tools/edit/read_file/file_guard.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";
import type { ToolsConfig } from "./types.ts";

interface RowBase {
  readonly effect: string;
  /** In place of a default that no value can express. */
  readonly absent?: string;
}

export interface BooleanRow extends RowBase {
  readonly type: "boolean";
  readonly default: boolean;
}

export interface IntegerRow extends RowBase {
  readonly type: "integer";
  readonly min: number;
  readonly max?: number;
  readonly default: number;
}

/** Above 0; fractions are fine. */
export interface SecondsRow extends RowBase {
  readonly type: "seconds";
  readonly max: number;
  readonly default: number | null;
}

export interface ChoiceRow extends RowBase {
  readonly type: "choice";
  readonly choices: readonly string[];
  readonly default: string;
}

export interface ListRow extends RowBase {
  readonly type: "list";
  readonly of: "tool name" | "folder" | "glob";
  readonly minItems: number;
  readonly maxItems: number;
  readonly default: readonly string[] | null;
}

export type Row = BooleanRow | IntegerRow | SecondsRow | ChoiceRow | ListRow;

/** `tools.approval.enabled` and so on: what the types name must have a row, and nothing else may. */
export type ConfigKey = {
  [Table in keyof ToolsConfig]-?: `tools.${Table}.${keyof NonNullable<ToolsConfig[Table]> & string}`;
}[keyof ToolsConfig];

const MAX_SECONDS = MAX_DURATION_MS / 1000;
const TREE = treeTool.settings;

export const SCHEMA = {
  "tools.approval.enabled": {
    type: "boolean",
    default: DEFAULT_POLICY.enabled,
    effect: "`false` refuses every call.",
  },
  "tools.approval.mode": {
    type: "choice",
    choices: ["auto", "prompt", "deny"],
    default: DEFAULT_POLICY.mode,
    effect: "`auto` runs tools, `prompt` confirms those with side effects, `deny` runs only the allowlist.",
  },
  "tools.approval.allowlist": {
    type: "list",
    of: "tool name",
    minItems: 0,
    maxItems: 1000,
    default: DEFAULT_POLICY.allowlist,
    effect: "Tools that run without being confirmed, and the only ones in mode `deny`.",
  },
  "tools.approval.denylist": {
    type: "list",
    of: "tool name",
    minItems: 0,
    maxItems: 1000,
    default: DEFAULT_POLICY.denylist,
    effect: "Tools that never run, whatever else is said.",
  },
  "tools.approval.prompt_side_effects": {
    type: "boolean",
    default: DEFAULT_POLICY.promptSideEffects,
    effect: "In mode `auto`: whether tools with side effects are confirmed.",
  },
  "tools.approval.timeout_seconds": {
    type: "seconds",
    max: MAX_SECONDS,
    default: CONTEXT_DEFAULTS.approvalTimeoutMs / 1000,
    effect: "How long a person may think; no answer is a no.",
  },
  "tools.sandbox.allowed_roots": {
    type: "list",
    of: "folder",
    minItems: 1,
    maxItems: 100,
    default: null,
    absent: "the whole workspace",
    effect: "Narrows the workspace to these folders inside it.",
  },
  "tools.sandbox.denied_patterns": {
    type: "list",
    of: "glob",
    minItems: 0,
    maxItems: 200,
    default: [],
    effect: "What these match is listed by name, but never read or looked into.",
  },
  "tools.sandbox.allow_absolute": {
    type: "boolean",
    default: CONTEXT_DEFAULTS.allowAbsolute,
    effect: "Whether a call may name a path inside the workspace by its absolute path.",
  },
  "tools.sandbox.include_default_denies": {
    type: "boolean",
    default: CONTEXT_DEFAULTS.includeDefaultDenies,
    effect: "Whether the built-in denied patterns apply too.",
  },
  "tools.timeouts.default_seconds": {
    type: "seconds",
    max: MAX_SECONDS,
    default: CONTEXT_DEFAULTS.timeoutMs / 1000,
    effect: "How long a call may take.",
  },
  "tools.timeouts.file_operations_seconds": {
    type: "seconds",
    max: MAX_SECONDS,
    default: null,
    absent: "as `default_seconds`",
    effect: "How long a call of `tree`, `read_file` or `list_directory` may take.",
  },
  "tools.output.max_bytes": {
    type: "integer",
    min: 1,
    default: CONTEXT_DEFAULTS.maxOutputBytes,
    effect: "Most bytes of UTF-8 in one answer to a model.",
  },
  "tools.limits.max_calls_per_batch": {
    type: "integer",
    min: 1,
    default: 8,
    effect: "Most calls in one batch; those after it are refused.",
  },
  "tools.limits.max_argument_bytes": {
    type: "integer",
    min: 1,
    default: CONTEXT_DEFAULTS.maxArgumentBytes,
    effect: "Most bytes of arguments in one call.",
  },
  "tools.list_directory.max_entries": {
    type: "integer",
    min: 1,
    default: LIST.maxEntries,
    effect: "Most entries that a call gets or may ask for.",
  },
  "tools.list_directory.max_depth": {
    type: "integer",
    min: 1,
    default: LIST.maxDepth,
    effect: "Most levels that a recursive call gets or may ask for.",
  },
  "tools.list_directory.include_hidden_default": {
    type: "boolean",
    default: LIST.includeHidden,
    effect: "`include_hidden` of a call that leaves it out.",
  },
  "tools.list_directory.include_symlinks_default": {
    type: "boolean",
    default: LIST.includeSymlinks,
    effect: "`include_symlinks` of a call that leaves it out.",
  },
  "tools.list_directory.include_files_default": {
    type: "boolean",
    default: LIST.includeFiles,
    effect: "`include_files` of a call that leaves it out.",
  },
  "tools.list_directory.include_dirs_default": {
    type: "boolean",
    default: LIST.includeDirs,
    effect: "`include_dirs` of a call that leaves it out.",
  },
  "tools.list_directory.include_other_default": {
    type: "boolean",
    default: LIST.includeOther,
    effect: "`include_other` of a call that leaves it out.",
  },
  "tools.list_directory.respect_gitignore": {
    type: "boolean",
    default: LIST.respectGitignore,
    effect: "Whether what git ignores is left out.",
  },
  "tools.tree.max_depth": {
    type: "integer",
    min: 0,
    max: TREE.maxDepth,
    default: TREE.maxDepth,
    effect: "Most levels that a call may ask for.",
  },
  "tools.tree.max_entries": {
    type: "integer",
    min: 1,
    max: TREE.maxEntries,
    default: TREE.maxEntries,
    effect: "Most nodes that a call may ask for.",
  },
  "tools.tree.respect_gitignore": {
    type: "boolean",
    default: TREE.respectGitignore,
    effect: "Whether what git ignores is left out.",
  },
  "tools.read_file.max_lines": {
    type: "integer",
    min: 1,
    max: 500,
    default: 500,
    effect: "Most lines that a call may ask for.",
  },
  "tools.read_file.max_bytes": {
    type: "integer",
    min: 1,
    max: MAX_FILE_BYTES,
    default: MAX_FILE_BYTES,
    effect: "Larger files are refused.",
  },
} as const satisfies Readonly<Record<ConfigKey, Row>>;

/** What a row accepts, to stand after "expected". */
export function expectationOf(row: Row): string {
  switch (row.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return row.max === undefined ? `an integer of at least ${row.min}` : `an integer from ${row.min} to ${row.max}`;
    case "seconds":
      return `a number above 0, at most ${row.max}`;
    case "choice":
      return row.choices.map((choice) => JSON.stringify(choice)).join(" or ");
    case "list":
      return `an array of ${row.minItems} to ${row.maxItems} ${row.of}s`;
  }
}
