// One file as read_file and read_files answer it: a window of its lines. The order of the fields is the order in which they are written out.

export type FileAnswer = {
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

/** The same window with its first `count` lines, which are fewer than it has. */
export function keepLines(answer: FileAnswer, count: number, startLine: number): FileAnswer {
  return {
    ...answer,
    content: answer.content.split("\n", count).join("\n"),
    truncated: true,
    next_start_line: startLine + count,
    meta: { ...answer.meta, returned_line_count: count },
  };
}
