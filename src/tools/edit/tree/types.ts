// The input and output of `tree`. Types only; the fields are serialised in this order.

import type { Glob } from "../../../match/glob_syntax.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";

export type TreeEntryKind = "directory" | "all";

/** The arguments of `tree`. */
export type TreeInput = {
  /** The directory to show. */
  path: string;
  /** Default: `directory`. */
  entry_kind?: TreeEntryKind;
  /** 0 to 12. Default: 3. */
  max_depth?: number;
  /** 1 to 1000, including the root. Default: 100. */
  max_entries?: number;
  /** Default: false. */
  include_hidden?: boolean;
  /** Globs over workspace-relative paths, in addition to the names that are always left out. */
  exclude?: string[];
};

/** The arguments of `tree` without the path. */
export type TreeOptions = Omit<TreeInput, "path">;

/** The input, validated and with defaults. */
export interface TreeRequest {
  readonly path: string;
  readonly entryKind: TreeEntryKind;
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly includeHidden: boolean;
  readonly exclude: readonly Glob[];
}

/** The fields that all nodes have. */
export type TreeNode = {
  /** The name of the entry; `.` for the root of the workspace. */
  name: string;
  /** Relative to the workspace root. */
  path: string;
  /** 0 for the root of the call. */
  depth: number;
};

/** A directory in a tree. */
export type TreeDirectoryNode = TreeNode & {
  /** Always `directory`. */
  kind: "directory";
  /** True for a directory that was not read because of `max_depth`, absent otherwise. */
  truncated?: boolean;
  /** Empty for a directory with nothing to show, absent for one that was not read. */
  children?: TreeEntry[];
};

/** A file in a tree. */
export type TreeFileNode = TreeNode & {
  /** Always `file`. */
  kind: "file";
};

/** A symbolic link in a tree. It is never followed. */
export type TreeSymlinkNode = TreeNode & {
  /** Always `symlink`. */
  kind: "symlink";
};

/** A node of a tree. */
export type TreeEntry = TreeDirectoryNode | TreeFileNode | TreeSymlinkNode;

/** The answer of `tree`. */
export type TreeOutput = {
  /** The requested directory. */
  root: TreeDirectoryNode;
  /** Whether `max_entries` was reached, even if nothing was left to show. */
  limit_reached: boolean;
  /** The sum of the three totals. */
  scanned_entries: number;
  /** The number of directories in the tree. */
  total_dirs: number;
  /** The number of files in the tree. */
  total_files: number;
  /** The number of symbolic links in the tree. */
  total_symlinks: number;
};

/** The owner's maxima, and whether files that git ignores are left out. */
export type TreeSettings = ConfigValues["tree"];
