// porthole read: what read_file returns, with line numbers for a person, or as a model gets it.

import { sanitize } from "../security/sanitize.ts";
import type { ReadFileOptions, ReadFileOutput } from "../tools/edit/read_file/types.ts";
import { openToolkit } from "./open.ts";
import { chooseStyle, EXIT, type Style, writeOut } from "./output.ts";
import { numberOf, type Parsed, type Values } from "./parse.ts";
import { askAsModel, printAnswer } from "./print_answer.ts";

export async function run({ command, positionals, values }: Parsed): Promise<number> {
  using toolkit = openToolkit(values);
  const path = positionals[0] ?? "";
  const options = toOptions(values);
  if (values.json) return await printAnswer(toolkit, "read_file", { path, ...options });
  const answer = await askAsModel<ReadFileOutput>(toolkit, command, "read_file", { path, ...options });
  if (answer === undefined) return EXIT.toolError;
  await writeOut(showWindow(answer, options.start_line ?? 1, chooseStyle()));
  return EXIT.ok;
}

function toOptions(values: Values): ReadFileOptions {
  const [start, lines] = [numberOf(values, "start"), numberOf(values, "lines")];
  return {
    ...(start === undefined ? {} : { start_line: start }),
    ...(lines === undefined ? {} : { max_lines: lines }),
  };
}

function showWindow({ content, meta, next_start_line }: ReadFileOutput, start: number, style: Style): string {
  const last = start + meta.returned_line_count - 1;
  const width = String(last).length;
  const lines = content.split("\n").slice(0, meta.returned_line_count);
  const shown = lines.map((line, index) => `${style.dim(String(start + index).padStart(width))}  ${showLine(line)}`);
  if (next_start_line !== null) {
    shown.push(style.dim(`… lines ${start} to ${last} of ${meta.line_count}; --start ${next_start_line} goes on`));
  }
  return shown.length === 0 ? "" : `${shown.join("\n")}\n`;
}

/** A tab does no harm, and code is full of them. */
function showLine(line: string): string {
  return line.split("\t").map(sanitize).join("\t");
}
