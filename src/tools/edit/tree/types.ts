// What goes into `tree` and what comes out. Types only; the order of the fields is the order in which they are written out.
// Leaves to tool.ts the ranges of the numbers, and to usecase.ts how the nodes come about.

import type { Glob } from "../../../patterns/glob_syntax.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";

export type TreeEntryKind = "directory" | "all";

export type TreeInput = {
  path: string;
  /** Default: `directory`. */
  entry_kind?: TreeEntryKind;
  /** 0 to 12. Default: 3. */
  max_depth?: number;
  /** 1 to 1000, the root included. Default: 100. */
  max_entries?: number;
  /** Default: false. */
  include_hidden?: boolean;
  /** Globs over workspace-relative paths, beside the names that are always left out. */
  exclude?: string[];
};

export type TreeOptions = Omit<TreeInput, "path">;

/** The input once it was checked and every default filled in. */
export interface TreeRequest {
  readonly path: string;
  readonly entryKind: TreeEntryKind;
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly includeHidden: boolean;
  readonly exclude: readonly Glob[];
}

export type TreeNode = {
  name: string;
  /** Relative to the workspace root. */
  path: string;
  /** 0 for the root of the call. */
  depth: number;
};

export type TreeDirectoryNode = TreeNode & {
  kind: "directory";
  /** True for a directory that was not read because of `max_depth`, absent otherwise. */
  truncated?: boolean;
  /** Empty for a directory that holds nothing to show, absent for one that was not read. */
  children?: TreeEntry[];
};

export type TreeFileNode = TreeNode & {
  kind: "file";
};

export type TreeSymlinkNode = TreeNode & {
  kind: "symlink";
};

export type TreeEntry = TreeDirectoryNode | TreeFileNode | TreeSymlinkNode;

export type TreeOutput = {
  root: TreeDirectoryNode;
  /** Whether `max_entries` was reached, also if nothing was left to show. */
  limit_reached: boolean;
  /** The sum of the three totals. */
  scanned_entries: number;
  total_dirs: number;
  total_files: number;
  total_symlinks: number;
};

/** The owner's: the most that may be asked for, and whether what git ignores is left out. */
export type TreeSettings = ConfigValues["tree"];
