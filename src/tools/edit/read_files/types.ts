// What goes into read_files and what comes out, with the names that a model sees. Types only; the order of the fields is the order in
// which they are written out.

import type { ErrorCode, ErrorKind } from "../../../errors.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";
import type { FileAnswer } from "../file_answer.ts";

/** The arguments of `read_files`. */
export type ReadFilesInput = {
  /** From 1 to 20. */
  paths: readonly string[];
  /** Of each file, from 1 to 500. Default: 200. */
  max_lines?: number;
};

/** The arguments of `read_files` without the paths. */
export type ReadFilesOptions = Omit<ReadFilesInput, "paths">;

/** The input, checked and with its defaults. */
export interface ReadFilesRequest {
  /** The root: the gate opens it, and the tool opens the others. */
  readonly path: ".";
  readonly paths: readonly string[];
  readonly maxLines: number;
}

/** A file that cannot be read. */
export type UnreadFile = {
  /** Relative to the workspace root. If it cannot be said so, as requested, on one line and shortened. */
  path: string;
  error: { kind: ErrorKind; code: ErrorCode; message: string };
};

/** The answer of `read_files`: one entry for each path. */
export type ReadFilesOutput = {
  /** In the order of `paths`: what read_file answers, or why it does not. */
  files: (FileAnswer | UnreadFile)[];
  /** How many there are in `files`. */
  returned: number;
};

/** The most that may be asked for. */
export type ReadFilesSettings = ConfigValues["readFiles"];
