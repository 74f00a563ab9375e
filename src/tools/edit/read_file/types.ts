// What goes into read_file and what comes out, with the names that a model sees. Types only; the order of the fields is the
// order in which they are written out. Leaves defaults and ranges to tool.ts.

import type { ConfigValues } from "../../../registory/config_values.ts";

export type ReadFileInput = {
  path: string;
  /** The first line of the window, counted from 1. Default: 1. */
  start_line?: number;
  /** From 1 to 500. Default: 200. */
  max_lines?: number;
};

export type ReadFileOptions = Omit<ReadFileInput, "path">;

/** The input, checked and with its defaults. */
export interface ReadFileRequest {
  readonly path: string;
  readonly startLine: number;
  readonly maxLines: number;
}

export type ReadFileOutput = {
  /** Relative to the workspace root, as requested: links are not resolved. */
  path: string;
  content: string;
  /** Whether lines follow after the window. */
  truncated: boolean;
  /** Where to go on reading if lines follow, otherwise null. */
  next_start_line: number | null;
  meta: {
    /** Of the whole file, as it was read. */
    byte_length: number;
    /** Of the whole file. */
    line_count: number;
    returned_line_count: number;
    /** Whole milliseconds since the epoch. */
    mtime_ms: number;
  };
};

/** The most that may be asked for, and the largest file that is read. */
export type ReadFileSettings = ConfigValues["readFile"];
