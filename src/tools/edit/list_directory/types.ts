// What goes into list_directory and what comes out. Types only; the order of the fields is the order in which they are
// written out. Leaves defaults and caps to tool.ts.

import type { ConfigValues } from "../../../registory/config_values.ts";
import type { EntryKind } from "../../../workspace/types.ts";

/** The arguments of `list_directory` without the path. */
export interface ListDirectoryOptions {
  /** Default: false. */
  readonly recursive?: boolean;
  /** Only with `recursive`, unless it is 1. The default is also the most that may be asked for. */
  readonly max_depth?: number;
  /** The default is also the most that may be asked for. */
  readonly max_entries?: number;
  /** Names that begin with a dot. */
  readonly include_hidden?: boolean;
  /** Whether to list files. Default: true. */
  readonly include_files?: boolean;
  /** Whether to list directories. Default: true. */
  readonly include_dirs?: boolean;
  /** Whether to list symbolic links. Default: true. */
  readonly include_symlinks?: boolean;
  /** FIFOs, sockets and devices. */
  readonly include_other?: boolean;
}

/** The arguments of `list_directory`. */
export interface ListDirectoryInput extends ListDirectoryOptions {
  /** The directory to list. */
  readonly path: string;
}

/** The owner's: the most that may be asked for, and defaults for what a call leaves out. */
export type ListDirectorySettings = ConfigValues["listDirectory"];

/** Which entries of a directory are listed. */
export interface ListFilter {
  readonly includeHidden: boolean;
  readonly kinds: Readonly<Record<EntryKind, boolean>>;
}

/** The input, checked and with its defaults. */
export interface ListDirectoryRequest extends ListFilter {
  /** Without white space around it. */
  readonly path: string;
  /** 1: only the children. */
  readonly maxDepth: number;
  readonly maxEntries: number;
}

export type ListDirectoryEntryType = "file" | "dir" | "symlink" | "other" | "unknown";

export type ListDirectoryErrorCode =
  | "metadata_unavailable"
  | "permission_denied"
  | "read_dir_failed"
  | "io_error"
  | "unknown";

/** One entry of a listed directory. */
export interface ListDirectoryEntry {
  /** The name of the entry. */
  readonly name: string;
  /** Relative to the listed directory. */
  readonly path: string;
  /** 1 for the children of the listed directory. */
  readonly depth: number;
  /** What the entry is; `unknown` if that could not be read. */
  readonly type: ListDirectoryEntryType;
  /** Of regular files, otherwise null. */
  readonly size_bytes: number | null;
  /** Whole milliseconds. A link's own, not its target's. */
  readonly modified_epoch_ms: number | null;
  /** Whether the name begins with a dot. */
  readonly is_hidden: boolean;
  /** Null unless the type is `unknown`. */
  readonly error_code: ListDirectoryErrorCode | null;
  /** Why the entry could not be read; null if it could. */
  readonly error: string | null;
}

/** The answer of `list_directory`. */
export interface ListDirectoryOutput {
  /** As requested, with `/` between names and without what says nothing. */
  readonly path: string;
  /** By the bytes of their paths. */
  readonly entries: readonly ListDirectoryEntry[];
  /** The number of entries in this answer. */
  readonly returned: number;
  /** The limit that applied. */
  readonly max_entries: number;
  /** Whether there is an entry that is not among them. */
  readonly truncated: boolean;
  /** What cut the answer; null if nothing did. */
  readonly truncated_reason: "max_entries" | "max_output_bytes" | null;
}
