// read_file's answer as a string of limited length: the same window, with fewer lines if it must be. Leaves reading to usecase.ts.

import { outputBudgetTooSmall } from "../../../errors.ts";
import type { ReadFileOutput } from "./types.ts";

const NEWLINE_IN_JSON_BYTES = 2;

/** The JSON of as many of the window's first lines as `maxBytes` holds. Each line is measured once. */
export function fitLines(output: ReadFileOutput, startLine: number, maxBytes: number): string {
  const whole = JSON.stringify(output);
  const wholeBytes = Buffer.byteLength(whole);
  if (wholeBytes <= maxBytes) return whole;
  const lines = output.content.split("\n").slice(0, output.meta.returned_line_count);
  const sizeOf = (count: number) =>
    Buffer.byteLength(JSON.stringify(withLines(output, startLine, count, ""))) + (count - 1) * NEWLINE_IN_JSON_BYTES;
  let count = 0;
  let used = 0;
  // Never all of them: what is shorter than the whole window has lines after it.
  for (const line of lines.slice(0, -1)) {
    used += jsonBytes(line);
    if (sizeOf(count + 1) + used > maxBytes) break;
    count += 1;
  }
  if (count > 0) return JSON.stringify(withLines(output, startLine, count, lines.slice(0, count).join("\n")));
  const [first, ...others] = lines;
  if (first === undefined) throw outputBudgetTooSmall(wholeBytes, maxBytes);
  const neededBytes = others.length === 0 ? wholeBytes : sizeOf(1) + jsonBytes(first);
  const hint = `line ${startLine} is one line of ${jsonBytes(first)} bytes and is not split`;
  throw outputBudgetTooSmall(neededBytes, maxBytes, hint);
}

function withLines(output: ReadFileOutput, startLine: number, count: number, content: string): ReadFileOutput {
  return {
    ...output,
    content,
    truncated: true,
    next_start_line: startLine + count,
    meta: { ...output.meta, returned_line_count: count },
  };
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
