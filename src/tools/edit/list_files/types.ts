// The input and output of list_files. Types only; the order of the fields is the order in which they are written out.

import type { ConfigValues } from "../../../registory/config_values.ts";
import type { UnboundCursor } from "../../looking/cursor.ts";
import type { PageEnd } from "../../looking/page.ts";
import type { PathGlobs } from "../../looking/path_globs.ts";

/** What to find: `all` includes links and everything else. */
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

/** The input once it was checked and every default filled in. */
export interface ListFilesRequest {
  readonly path: string;
  readonly pattern: string;
  readonly sought: PathGlobs;
  readonly entryKind: ListFilesKind;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  readonly maxResults: number;
  readonly after: UnboundCursor | null;
}

/** The answer of `list_files`: one page of paths. */
export type ListFilesOutput = {
  /** The directory that was searched. */
  path: string;
  /** The glob, as it was given. */
  pattern: string;
  /** Relative to the workspace root; directories end in `/`. */
  paths: string[];
  /** The number of paths in this answer. */
  returned: number;
} & PageEnd;

/** The owner's limits. */
export type ListFilesSettings = ConfigValues["listFiles"];
