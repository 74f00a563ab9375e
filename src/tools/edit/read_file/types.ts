// The input and output of read_file, with the names that a model sees. Types only.

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

/** The input, validated and with defaults. */
export interface ReadFileRequest {
  readonly path: string;
  readonly startLine: number;
  readonly maxLines: number;
}

/** The answer of `read_file`: a window of lines. */
export type ReadFileOutput = FileAnswer;

/** The maximum of `max_lines`, and the largest file that is read. */
export type ReadFileSettings = ConfigValues["readFile"];
