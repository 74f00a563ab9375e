// The text form of read_file: a line about the file, then its content unchanged.

import { quoteFirst, writeHead } from "../../text_words.ts";
import { describeWindow } from "../file_text.ts";
import type { ReadFileOutput, ReadFileRequest } from "./types.ts";

export function writeFile(output: ReadFileOutput, { startLine }: Pick<ReadFileRequest, "startLine">): string {
  const { path, content, next_start_line: next, meta } = output;
  const head = writeHead(
    `${quoteFirst(path)} ${describeWindow(output, startLine)}`,
    next === null ? null : `next start_line ${next}`,
  );
  return meta.returned_line_count === 0 ? head : `${head}\n${content}`;
}
