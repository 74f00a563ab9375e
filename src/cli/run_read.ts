// porthole read: prints the answer of `read_file`, with line numbers or as a model gets it.

import { sanitizeLine } from "../input/sanitize.ts";
import type { ReadFileOutput } from "../tools/edit/read_file/types.ts";
import { openToolkit, readOptions } from "./open.ts";
import { numberOf, type Parsed } from "./parse.ts";
import { printTool } from "./print_answer.ts";
import type { Style } from "./style.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  using toolkit = openToolkit(readOptions(values));
  const start = numberOf(values, "start");
  const args = { path: positionals[0], start_line: start, max_lines: numberOf(values, "lines") };
  const show = (output: ReadFileOutput, style: Style) => showWindow(output, start ?? 1, style);
  return await printTool(request, toolkit, { name: "read_file", args }, show);
}

function showWindow({ content, meta, next_start_line }: ReadFileOutput, start: number, style: Style): string {
  const last = start + meta.returned_line_count - 1;
  const width = String(last).length;
  const lines = content.split("\n").slice(0, meta.returned_line_count);
  const shown = lines.map(
    (line, index) => `${style.dim(String(start + index).padStart(width))}  ${sanitizeLine(line)}`,
  );
  if (shown.length === 0 && meta.line_count > 0) {
    shown.push(style.dim(`… the file has ${meta.line_count} ${meta.line_count === 1 ? "line" : "lines"}`));
  }
  if (next_start_line !== null) {
    shown.push(style.dim(`… lines ${start} to ${last} of ${meta.line_count}; --start ${next_start_line} shows more`));
  }
  return shown.length === 0 ? "" : `${shown.join("\n")}\n`;
}
