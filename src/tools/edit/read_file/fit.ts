// Builds the answer of read_file, which is shortened to fewer lines of the same window.

import { Found } from "../../found.ts";
import { type FilePart, keepLines } from "../file_answer.ts";
import { measureShown } from "./shown_size.ts";
import { writeFile } from "./text.ts";
import type { ReadFileOutput, ReadFileRequest } from "./types.ts";

type Asked = Pick<ReadFileRequest, "startLine">;

export function foundWindow({ answer, missingBytes }: FilePart, { startLine }: Asked): Found<ReadFileOutput> {
  const count = answer.meta.returned_line_count;
  return new Found({
    count,
    least: Math.min(1, count),
    at: (kept) => {
      const data = kept < count ? keepLines(answer, kept, startLine) : answer;
      return { data, text: () => writeFile(data, { startLine }) };
    },
    missingBytes,
    explainTooLong: (format) => {
      const [first = ""] = answer.content.split("\n", 1);
      return count === 0 ? "" : explainLong(startLine, missingBytes || measureShown(first, format));
    },
  });
}

export function explainLong(line: number, bytes: number): string {
  return `line ${line} alone has ${bytes} bytes, and lines are not split`;
}
