// What goes into read_file and what comes out, with the names that a model sees. Types only.
// Leaves defaults and ranges to tool.ts.

export interface ReadFileOptions {
  /** The first line of the window, counted from 1. Default: 1. */
  readonly start_line?: number;
  /** From 1 to 500. Default: 200. */
  readonly max_lines?: number;
}

export interface ReadFileInput extends ReadFileOptions {
  readonly path: string;
}

/** The input, checked and with its defaults. */
export interface ReadFileRequest {
  readonly path: string;
  readonly startLine: number;
  readonly maxLines: number;
}

export interface ReadFileOutput {
  /** Relative to the workspace root, as requested: links are not resolved. */
  readonly path: string;
  readonly content: string;
  /** Whether lines follow after the window. */
  readonly truncated: boolean;
  /** Where to go on reading if lines follow, otherwise null. */
  readonly next_start_line: number | null;
  readonly meta: {
    /** Of the whole file, as it was read. */
    readonly byte_length: number;
    /** Of the whole file. */
    readonly line_count: number;
    readonly returned_line_count: number;
    /** Whole milliseconds since the epoch. */
    readonly mtime_ms: number;
  };
}

/** The most that may be asked for, and the largest file that is read. */
export interface ReadFileSettings {
  readonly maxLines: number;
  readonly maxBytes: number;
}
