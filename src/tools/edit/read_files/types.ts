// The input and output of read_files, with the names that a model sees. Types only; the fields are serialised in this order.

import type { ErrorCode, ErrorKind } from "../../../errors.ts";
import type { ConfigValues } from "../../../registory/config_values.ts";
import type { FileAnswer } from "../file_answer.ts";

/** The arguments of `read_files`. */
export type ReadFilesInput = {
  /** 1 to 20 paths. */
  paths: readonly string[];
  /** For each file, 1 to 500. Default: 200. */
  max_lines?: number;
};

/** The arguments of `read_files` without the paths. */
export type ReadFilesOptions = Omit<ReadFilesInput, "paths">;

/** The input, validated and with defaults. */
export interface ReadFilesRequest {
  /** The root: the gate opens it, and the tool opens the files. */
  readonly path: ".";
  readonly paths: readonly string[];
  readonly maxLines: number;
}

/** A file that cannot be read. */
export type UnreadFile = {
  /** Relative to the workspace root. If that is impossible, the requested path, shortened and on one line. */
  path: string;
  error: { kind: ErrorKind; code: ErrorCode; message: string };
};

/** The answer of `read_files`: one entry for each path. */
export type ReadFilesOutput = {
  /** In the order of `paths`: the answer of read_file, or the error. */
  files: (FileAnswer | UnreadFile)[];
  /** The number of entries in `files`. */
  returned: number;
  /** How arguments that were sent under other names were read, by the names of this tool. Absent if there were none. */
  read_as?: Readonly<Record<string, unknown>>;
};

/** The owner's maxima. */
export type ReadFilesSettings = ConfigValues["readFiles"];
