// The input and output of list_files. Types only; the fields are serialised in this order.

import type { ConfigValues } from "../../../registory/config_values.ts";
import type { UnboundCursor } from "../../../walk/cursor.ts";
import type { PageEnd } from "../../../walk/page.ts";
import type { PathGlobs } from "../../../walk/path_globs.ts";

/** The kind of entries to find. `all` includes links and special files. */
export type ListFilesKind = "file" | "directory" | "all";

/** The arguments of `list_files`. */
export type ListFilesInput = {
  /** Relative to `path`; one without a slash matches the last name at any depth. Default: `**`. */
  pattern?: string;
  /** Default: `.`. */
  path?: string;
  /** Default: `file`. */
  entry_kind?: ListFilesKind;
  /** Default: false. */
  include_hidden?: boolean;
  /** Default: false. */
  include_ignored?: boolean;
  /** 1 to 1000. Default: 200. */
  max_results?: number;
  /** `next` of an earlier answer to the same call. */
  after?: string;
};

/** The arguments of `list_files` without the path. */
export type ListFilesOptions = Omit<ListFilesInput, "path">;

/** The input, validated and with defaults. */
export interface ListFilesRequest {
  readonly path: string;
  readonly pattern: string;
  readonly sought: PathGlobs;
  readonly entryKind: ListFilesKind;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  readonly maxResults: number;
  /** From `toBound`. */
  readonly bound: readonly unknown[];
  readonly after: UnboundCursor | null;
}

/** The answer of `list_files`: one page of paths. */
export type ListFilesOutput = {
  /** The directory that was searched. */
  path: string;
  /** The given glob. */
  pattern: string;
  /** Relative to the workspace root; directories end in `/`. */
  paths: string[];
  /** The number of paths in this answer. */
  returned: number;
} & PageEnd;

/** The owner's limits. */
export type ListFilesSettings = ConfigValues["listFiles"];
