// Shortens an answer of read_file: the same window with fewer lines.

import type { AnswerParts } from "../../tool.ts";
import { keepLines } from "../file_answer.ts";
import { measureShown } from "./shown_size.ts";
import type { ReadFileOutput, ReadFileRequest } from "./types.ts";

export const LINES: AnswerParts<ReadFileRequest, ReadFileOutput> = {
  least: 1,
  count: ({ meta }) => meta.returned_line_count,
  keep: (output, count, { startLine }) => keepLines(output, count, startLine),
  explainTooLong({ content, meta }, { startLine }, format) {
    const [first = ""] = content.split("\n", 1);
    return meta.returned_line_count === 0 ? "" : explainLong(startLine, measureShown(first, format));
  },
};

export function explainLong(line: number, bytes: number): string {
  return `line ${line} alone has ${bytes} bytes, and lines are not split`;
}
