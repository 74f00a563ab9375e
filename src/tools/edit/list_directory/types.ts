// The input and output of list_directory. Types only; the fields are serialised in this order.

import type { EntryKind } from "../../../disk/types.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";

/** The arguments of `list_directory` without the path. */
export interface ListDirectoryOptions {
  /** Default: false. */
  readonly recursive?: boolean;
  /** Only with `recursive`, unless it is 1. The default is also the maximum. */
  readonly max_depth?: number;
  /** The default is also the maximum. */
  readonly max_entries?: number;
  /** Whether to list names that start with a dot. */
  readonly include_hidden?: boolean;
  /** Whether to list files. Default: true. */
  readonly include_files?: boolean;
  /** Whether to list directories. Default: true. */
  readonly include_dirs?: boolean;
  /** Whether to list symbolic links. Default: true. */
  readonly include_symlinks?: boolean;
  /** Whether to list FIFOs, sockets and devices. */
  readonly include_other?: boolean;
}

/** The arguments of `list_directory`. */
export interface ListDirectoryInput extends ListDirectoryOptions {
  /** The directory to list. */
  readonly path: string;
}

/** The owner's settings: maxima, and defaults for arguments that a call leaves out. */
export type ListDirectorySettings = ConfigValues["listDirectory"];

/** Which entries of a directory are listed. */
export interface ListFilter {
  readonly includeHidden: boolean;
  readonly kinds: Readonly<Record<EntryKind, boolean>>;
}

/** The input, validated and with defaults. */
export interface ListDirectoryRequest extends ListFilter {
  /** Trimmed. */
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
  /** The kind of the entry; `unknown` if it could not be read. */
  readonly type: ListDirectoryEntryType;
  /** For regular files, otherwise null. */
  readonly size_bytes: number | null;
  /** Whole milliseconds. For a link, its own time. */
  readonly modified_epoch_ms: number | null;
  /** Whether the name starts with a dot. */
  readonly is_hidden: boolean;
  /** Null unless the type is `unknown`. */
  readonly error_code: ListDirectoryErrorCode | null;
  /** Why the entry could not be read; null if it could. */
  readonly error: string | null;
}

/** The answer of `list_directory`. */
export interface ListDirectoryOutput {
  /** The requested path, normalised, with `/` between names. */
  readonly path: string;
  /** Sorted by the bytes of their paths. */
  readonly entries: readonly ListDirectoryEntry[];
  /** The number of entries in this answer. */
  readonly returned: number;
  /** The limit that applied. */
  readonly max_entries: number;
  /** Whether entries are missing from this answer. */
  readonly truncated: boolean;
  /** Which limit cut the answer; null if none did. */
  readonly truncated_reason: "max_entries" | "max_output_bytes" | null;
}
