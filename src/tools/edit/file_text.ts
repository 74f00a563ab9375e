// The line about a file in the text form of read_file and read_files: which of its lines follow.

import { countOf } from "../text_words.ts";
import type { FileAnswer } from "./file_answer.ts";

/** Follows the path. */
export function describeWindow({ meta }: FileAnswer, startLine: number): string {
  const { returned_line_count: lines, line_count: all, byte_length: bytes } = meta;
  const range = lines === 0 ? `no lines from ${startLine}` : `lines ${startLine}-${startLine + lines - 1}`;
  return `${range} of ${all}, ${countOf(bytes, "byte")}`;
}
