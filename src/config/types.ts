// The configuration as its file spells it. Types only; every key may be left out.
// Leaves ranges, defaults and meanings to schema.ts, and what the rest of porthole works with to settings.ts.

import type { PolicyMode } from "../security/policy.ts";

export interface PortholeConfig {
  readonly tools?: ToolsConfig;
}

export interface ToolsConfig {
  readonly approval?: ApprovalConfig;
  readonly sandbox?: SandboxConfig;
  readonly timeouts?: TimeoutsConfig;
  readonly output?: OutputConfig;
  readonly limits?: LimitsConfig;
  readonly list_directory?: ListDirectoryConfig;
  readonly tree?: TreeConfig;
  readonly read_file?: ReadFileConfig;
}

export interface ApprovalConfig {
  readonly enabled?: boolean;
  readonly mode?: PolicyMode;
  readonly allowlist?: readonly string[];
  readonly denylist?: readonly string[];
  readonly prompt_side_effects?: boolean;
  readonly timeout_seconds?: number;
}

export interface SandboxConfig {
  readonly allowed_roots?: readonly string[];
  readonly denied_patterns?: readonly string[];
  readonly allow_absolute?: boolean;
  readonly include_default_denies?: boolean;
}

export interface TimeoutsConfig {
  readonly default_seconds?: number;
  readonly file_operations_seconds?: number;
}

export interface OutputConfig {
  readonly max_bytes?: number;
}

export interface LimitsConfig {
  readonly max_calls_per_batch?: number;
  readonly max_argument_bytes?: number;
}

export interface ListDirectoryConfig {
  readonly max_entries?: number;
  readonly max_depth?: number;
  readonly include_hidden_default?: boolean;
  readonly include_symlinks_default?: boolean;
  readonly include_files_default?: boolean;
  readonly include_dirs_default?: boolean;
  readonly include_other_default?: boolean;
  readonly respect_gitignore?: boolean;
}

export interface TreeConfig {
  readonly max_depth?: number;
  readonly max_entries?: number;
  readonly respect_gitignore?: boolean;
}

export interface ReadFileConfig {
  readonly max_lines?: number;
  readonly max_bytes?: number;
}
