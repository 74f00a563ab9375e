// Shortens an answer of read_files. Every file keeps its first line; then further lines are added in the order of the byte at which they
// end in their own file. So small files are complete before large ones are cut.

import { quoteShort } from "../../../errors/quote.ts";
import type { AnswerParts } from "../../tool.ts";
import { type FileAnswer, keepLines } from "../file_answer.ts";
import type { ReadFilesOutput, ReadFilesRequest } from "./types.ts";

/** A part is one line after the first of a file. */
export const RISING_LINES: AnswerParts<ReadFilesRequest, ReadFilesOutput> = {
  least: 0,
  boundBytes: ({ files }) => files.reduce((sum, answer) => sum + ("error" in answer ? 0 : answer.content.length), 0),
  count(output, maxBytes) {
    const order = findOrder(output, maxBytes);
    orders.set(output, order);
    return order.length;
  },
  keep(output, count) {
    const lines = output.files.map(() => 1);
    const order = orders.get(output) ?? findOrder(output, Number.POSITIVE_INFINITY);
    for (const file of order.slice(0, count)) lines[file] = (lines[file] ?? 0) + 1;
    const files = output.files.map((answer, file) => {
      const kept = lines[file] ?? 0;
      return "error" in answer || kept >= answer.meta.returned_line_count ? answer : keepLines(answer, kept, 1);
    });
    return { ...output, files };
  },
  explainTooLong({ files }) {
    let [longest, most] = ["", 0];
    for (const answer of files) {
      const bytes = "error" in answer ? 0 : (measureLines(answer, 0)[0] ?? 0);
      if (bytes > most) [longest, most] = [answer.path, bytes];
    }
    return explainLongest(files.length, longest, most);
  },
};

/** `bytes` is the size of the longest first line, that of the file at `path`; 0 if there are none. */
export function explainLongest(files: number, path: string, bytes: number): string {
  const fewer = files > 1 ? "ask for fewer files" : "";
  const line = bytes === 0 ? "" : `the first line of ${quoteShort(path)} has ${bytes} bytes and is not split`;
  return [fewer, line].filter((text) => text !== "").join("; ");
}

/** By answer, because it is tried with many numbers of lines. */
const orders = new WeakMap<ReadFilesOutput, readonly number[]>();

/** For each line after the first of a file: the file that it belongs to. Of equals, the file requested first comes first. */
function findOrder({ files }: ReadFilesOutput, maxBytes: number): readonly number[] {
  const lines = files.flatMap((answer, file) =>
    "error" in answer
      ? []
      : measureLines(answer, maxBytes)
          .map((endBytes) => ({ file, endBytes }))
          .slice(1),
  );
  lines.sort((a, b) => a.endBytes - b.endBytes || a.file - b.file);
  return lines.map(({ file }) => file);
}

/** Where each line ends in the content, in bytes of UTF-8 including its newline; stops at the first that ends after `maxBytes`. */
function measureLines({ content, meta }: FileAnswer, maxBytes: number): number[] {
  const ends: number[] = [];
  let [at, bytes] = [0, 0];
  while (ends.length < meta.returned_line_count && bytes <= maxBytes) {
    const found = content.indexOf("\n", at);
    const end = found === -1 ? content.length : found + 1;
    bytes += Buffer.byteLength(content.slice(at, end));
    ends.push(bytes);
    at = end;
  }
  return ends;
}
