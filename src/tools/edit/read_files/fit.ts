// Shortens an answer of read_files. Every file keeps its first line; then further lines are added in the order of the byte at which they
// end in their own file. So small files are complete before large ones are cut.

import { quoteShort } from "../../../errors/quote.ts";
import { type AnswerFormat, Found } from "../../found.ts";
import { type FileAnswer, keepLines } from "../file_answer.ts";
import { mostMarkBytes, writeFiles } from "./text.ts";
import type { ReadFilesOutput } from "./types.ts";

/** A line that can never fit, which its file must show nevertheless. */
export interface MissingLine {
  readonly path: string;
  readonly bytes: number;
}

/** A part is one line after the first of a file. `missing` are lines that the output lacks, as they would be in this format. */
export function foundFiles(
  output: ReadFilesOutput,
  missing: readonly MissingLine[] = [],
  format: AnswerFormat = "json",
): Found<ReadFilesOutput> {
  const { files } = output;
  const count = files.reduce((sum, file) => sum + Math.max(0, countLines(file) - 1), 0);
  let order: readonly number[] | undefined;
  return new Found({
    count,
    least: 0,
    at: (kept) => {
      if (kept < count) order ??= findOrder(output);
      const data = kept < count ? keepFirst(output, order?.slice(0, kept) ?? []) : output;
      return { data, text: (nameTool) => writeFiles(data, nameTool) };
    },
    boundBytes: () => files.reduce((sum, answer) => sum + ("error" in answer ? 0 : answer.content.length), 0),
    missingBytes: measureMissing(files.length, missing, format),
    explainTooLong: () => explainLongest(files.length, missing.length === 0 ? files.flatMap(toFirstLine) : missing),
  });
}

function countLines(answer: ReadFilesOutput["files"][number]): number {
  return "error" in answer ? 0 : answer.meta.returned_line_count;
}

/** Every file keeps its first line, and those of `order`. */
function keepFirst(output: ReadFilesOutput, order: readonly number[]): ReadFilesOutput {
  const lines = output.files.map(() => 1);
  for (const file of order) lines[file] = (lines[file] ?? 0) + 1;
  const files = output.files.map((answer, file) => {
    const kept = lines[file] ?? 0;
    return "error" in answer || kept >= answer.meta.returned_line_count ? answer : keepLines(answer, kept, 1);
  });
  return { ...output, files };
}

function measureMissing(files: number, missing: readonly MissingLine[], format: AnswerFormat): number {
  const bytes = missing.reduce((sum, line) => sum + line.bytes, 0);
  return bytes === 0 || format === "json" ? bytes : bytes + mostMarkBytes(files, bytes);
}

function toFirstLine(answer: ReadFilesOutput["files"][number]): MissingLine[] {
  if ("error" in answer || answer.meta.returned_line_count === 0) return [];
  const newline = answer.content.indexOf("\n");
  const first = newline === -1 ? answer.content : answer.content.slice(0, newline + 1);
  return [{ path: answer.path, bytes: Buffer.byteLength(first) }];
}

function explainLongest(files: number, lines: readonly MissingLine[]): string {
  const fewer = files > 1 ? "ask for fewer files" : "";
  const [longest] = [...lines].filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const line =
    longest === undefined
      ? ""
      : `the first line of ${quoteShort(longest.path)} has ${longest.bytes} bytes and is not split`;
  return [fewer, line].filter((text) => text !== "").join("; ");
}

/** For each line after the first of a file: the file that it belongs to. Of equals, the file requested first comes first. */
function findOrder({ files }: ReadFilesOutput): readonly number[] {
  const lines = files.flatMap((answer, file) =>
    "error" in answer
      ? []
      : measureLines(answer)
          .map((endBytes) => ({ file, endBytes }))
          .slice(1),
  );
  lines.sort((a, b) => a.endBytes - b.endBytes || a.file - b.file);
  return lines.map(({ file }) => file);
}

/** Where each line ends in the content, in bytes of UTF-8 including its newline. */
function measureLines({ content, meta }: FileAnswer): number[] {
  const ends: number[] = [];
  let [at, bytes] = [0, 0];
  while (ends.length < meta.returned_line_count) {
    const found = content.indexOf("\n", at);
    const end = found === -1 ? content.length : found + 1;
    bytes += Buffer.byteLength(content.slice(at, end));
    ends.push(bytes);
    at = end;
  }
  return ends;
}
