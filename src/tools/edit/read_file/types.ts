// What goes into read_file and what comes out, with the names that a model sees. Types only. Leaves defaults and ranges to tool.ts.

import type { ConfigValues } from "../../../registory/config_values.ts";
import type { FileAnswer } from "../file_answer.ts";

/** The arguments of `read_file`. */
export type ReadFileInput = {
  /** The file to read. */
  path: string;
  /** The first line of the window, counted from 1. Default: 1. */
  start_line?: number;
  /** From 1 to 500. Default: 200. */
  max_lines?: number;
};

/** The arguments of `read_file` without the path. */
export type ReadFileOptions = Omit<ReadFileInput, "path">;

/** The input, checked and with its defaults. */
export interface ReadFileRequest {
  readonly path: string;
  readonly startLine: number;
  readonly maxLines: number;
}

/** The answer of `read_file`: a window of lines. */
export type ReadFileOutput = FileAnswer;

/** The most that may be asked for, and the largest file that is read. */
export type ReadFileSettings = ConfigValues["readFile"];
