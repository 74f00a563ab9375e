// The input and output of search_text. Types only; the fields are serialised in this order.

import type { TextPattern } from "../../../regex/text_pattern.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";
import type { UnboundCursor } from "../../../walk/cursor.ts";
import type { PageEnd } from "../../../walk/page.ts";
import type { PathGlobs } from "../../../walk/path_globs.ts";

/** `lines` shows matching lines, `files` only counts them for each file. */
export type SearchMode = "lines" | "files";

/** The arguments of `search_text`. */
export type SearchTextInput = {
  /** A regular expression, or the text itself if `literal` is true. */
  pattern: string;
  /** A directory, or one file. Default: `.`. */
  path?: string;
  /** Default: false. */
  literal?: boolean;
  /** Default: false. */
  ignore_case?: boolean;
  /** Globs relative to `path`: only files that match one of them. At most 100. */
  include?: string[];
  /** Globs relative to `path`: files and directories that are left out. At most 100. */
  exclude?: string[];
  /** Default: `lines`. */
  mode?: SearchMode;
  /** 0 to 10. Default: 0. */
  context_lines?: number;
  /** 1 to 1000 matching lines, or files in mode `files`. Default: 100. */
  max_results?: number;
  /** Default: false. */
  include_hidden?: boolean;
  /** Default: false. */
  include_ignored?: boolean;
  /** `next` of an earlier answer to the same call. */
  after?: string;
};

/** The arguments of `search_text` without the path. */
export type SearchTextOptions = Omit<SearchTextInput, "path">;

/** The input, validated and with defaults. */
export interface SearchTextRequest {
  readonly path: string;
  readonly pattern: string;
  readonly parsed: TextPattern;
  /** Null: every file. */
  readonly include: PathGlobs | null;
  /** Null: nothing is left out. */
  readonly exclude: PathGlobs | null;
  readonly mode: SearchMode;
  /** 0 in mode `files`. */
  readonly contextLines: number;
  readonly maxResults: number;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  /** From `toBound`. */
  readonly bound: readonly unknown[];
  readonly after: UnboundCursor | null;
}

/** A shown line. */
export type SearchLine = {
  /** The number of the line, from 1. */
  line: number;
  /** The text of the line, or a window of it. */
  text: string;
  /** The column of the first match, in code points from 1; absent for context. */
  column?: number;
  /** False for context, absent otherwise. */
  match?: false;
  /** True if the line is longer than `text`, absent otherwise. */
  cut?: true;
};

/** In mode `lines`. A file whose lines do not fit on one page continues on the next. */
export type SearchedLines = {
  /** The file, relative to the workspace root. */
  path: string;
  /** The matching lines and their context, in order. */
  lines: SearchLine[];
};

/** In mode `files`. */
export type SearchedFile = {
  /** The file, relative to the workspace root. */
  path: string;
  /** The number of matching lines in it. */
  matched_lines: number;
};

/** The answer of `search_text`: one page of results. */
export type SearchTextOutput = {
  /** The directory or file that was searched. */
  path: string;
  /** The given pattern. */
  pattern: string;
  /** The files with matches, in order. */
  files: (SearchedLines | SearchedFile)[];
} & SearchTotals &
  PageEnd;

/** For this call only: the totals of all pages add up. */
export type SearchTotals = {
  matched_lines: number;
  /** Files whose first match is on this page. */
  matched_files: number;
  searched_files: number;
  searched_bytes: number;
};

/** The owner's limits. */
export type SearchTextSettings = ConfigValues["searchText"];
