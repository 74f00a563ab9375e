// The configuration as the rest of porthole works with it: complete, in its own units, grouped by who needs it.
// Leaves to the callers that an explicit argument wins over it (EX-24).

import type { Policy } from "../security/policy.ts";
import type { ListDirectorySettings } from "../tools/edit/list_directory/types.ts";
import type { ReadFileSettings } from "../tools/edit/read_file/types.ts";
import type { TreeSettings } from "../tools/edit/tree/types.ts";
import { SCHEMA } from "./schema.ts";
import type { ListDirectoryConfig, PortholeConfig } from "./types.ts";

export interface Settings {
  readonly policy: Policy;
  readonly approvalTimeoutMs: number;
  /** Null: the whole workspace. */
  readonly allowedRoots: readonly string[] | null;
  readonly deniedPatterns: readonly string[];
  readonly includeDefaultDenies: boolean;
  readonly allowAbsolute: boolean;
  readonly defaultTimeoutMs: number;
  /** For the tools of the toolkit, all of which work on files. */
  readonly fileTimeoutMs: number;
  /** Null: the file does not say. Its word counts for more than the built-in default, so the two must differ. */
  readonly maxOutputBytes: number | null;
  readonly maxCallsPerBatch: number;
  readonly maxArgumentBytes: number;
  readonly listDirectory: ListDirectorySettings;
  readonly tree: TreeSettings;
  readonly readFile: ReadFileSettings;
}

/** Takes what `validateConfig` or `loadConfig` returned; what it leaves out is as in the schema. */
export function toSettings({ tools = {} }: PortholeConfig): Settings {
  const { approval = {}, sandbox = {}, timeouts = {}, output = {}, limits = {}, tree = {}, read_file = {} } = tools;
  const defaultSeconds = timeouts.default_seconds ?? SCHEMA["tools.timeouts.default_seconds"].default;
  return {
    policy: {
      enabled: approval.enabled ?? SCHEMA["tools.approval.enabled"].default,
      mode: approval.mode ?? SCHEMA["tools.approval.mode"].default,
      allowlist: approval.allowlist ?? SCHEMA["tools.approval.allowlist"].default,
      denylist: approval.denylist ?? SCHEMA["tools.approval.denylist"].default,
      promptSideEffects: approval.prompt_side_effects ?? SCHEMA["tools.approval.prompt_side_effects"].default,
    },
    approvalTimeoutMs: toMs(approval.timeout_seconds ?? SCHEMA["tools.approval.timeout_seconds"].default),
    allowedRoots: sandbox.allowed_roots ?? SCHEMA["tools.sandbox.allowed_roots"].default,
    deniedPatterns: sandbox.denied_patterns ?? SCHEMA["tools.sandbox.denied_patterns"].default,
    includeDefaultDenies: sandbox.include_default_denies ?? SCHEMA["tools.sandbox.include_default_denies"].default,
    allowAbsolute: sandbox.allow_absolute ?? SCHEMA["tools.sandbox.allow_absolute"].default,
    defaultTimeoutMs: toMs(defaultSeconds),
    fileTimeoutMs: toMs(timeouts.file_operations_seconds ?? defaultSeconds),
    maxOutputBytes: output.max_bytes ?? null,
    maxCallsPerBatch: limits.max_calls_per_batch ?? SCHEMA["tools.limits.max_calls_per_batch"].default,
    maxArgumentBytes: limits.max_argument_bytes ?? SCHEMA["tools.limits.max_argument_bytes"].default,
    listDirectory: toListDirectory(tools.list_directory ?? {}),
    tree: {
      maxDepth: tree.max_depth ?? SCHEMA["tools.tree.max_depth"].default,
      maxEntries: tree.max_entries ?? SCHEMA["tools.tree.max_entries"].default,
      respectGitignore: tree.respect_gitignore ?? SCHEMA["tools.tree.respect_gitignore"].default,
    },
    readFile: {
      maxLines: read_file.max_lines ?? SCHEMA["tools.read_file.max_lines"].default,
      maxBytes: read_file.max_bytes ?? SCHEMA["tools.read_file.max_bytes"].default,
    },
  };
}

function toListDirectory(given: ListDirectoryConfig): ListDirectorySettings {
  return {
    maxEntries: given.max_entries ?? SCHEMA["tools.list_directory.max_entries"].default,
    maxDepth: given.max_depth ?? SCHEMA["tools.list_directory.max_depth"].default,
    includeHidden: given.include_hidden_default ?? SCHEMA["tools.list_directory.include_hidden_default"].default,
    includeSymlinks: given.include_symlinks_default ?? SCHEMA["tools.list_directory.include_symlinks_default"].default,
    includeFiles: given.include_files_default ?? SCHEMA["tools.list_directory.include_files_default"].default,
    includeDirs: given.include_dirs_default ?? SCHEMA["tools.list_directory.include_dirs_default"].default,
    includeOther: given.include_other_default ?? SCHEMA["tools.list_directory.include_other_default"].default,
    respectGitignore: given.respect_gitignore ?? SCHEMA["tools.list_directory.respect_gitignore"].default,
  };
}

/** At least one: no time at all would mean that nothing ever runs. */
function toMs(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1000));
}
