// The answer of read_file and read_files for one file: a window of its lines. The fields are serialised in this order.

export type FileAnswer = {
  /** The requested path, relative to the workspace root; links are not resolved. */
  path: string;
  content: string;
  /** Whether lines follow after the window. */
  truncated: boolean;
  /** Where to continue if lines follow, otherwise null. */
  next_start_line: number | null;
  meta: {
    /** The size of the whole file, as it was read. */
    byte_length: number;
    /** The number of lines in the whole file. */
    line_count: number;
    returned_line_count: number;
    /** Whole milliseconds since the epoch. */
    mtime_ms: number;
  };
};

/** A window as it was read within the budget of an answer. */
export interface FilePart {
  readonly answer: FileAnswer;
  /** The size, in the answer, of a first line that can never fit: it is missing in `content`. 0: nothing is missing. */
  readonly missingBytes: number;
}

/** The same window with its first `count` lines, which is fewer than it has. */
export function keepLines(answer: FileAnswer, count: number, startLine: number): FileAnswer {
  return {
    ...answer,
    content: answer.content.split("\n", count).join("\n"),
    truncated: true,
    next_start_line: startLine + count,
    meta: { ...answer.meta, returned_line_count: count },
  };
}
