// The text form of read_files: each file follows a line that starts with a mark. No line of the content starts with the mark.

import type { NameTool } from "../../../errors.ts";
import { countOf, isInvisible, quoteName, writeError } from "../../text_words.ts";
import { describeWindow } from "../file_text.ts";
import type { ReadFilesOutput } from "./types.ts";

export function writeFiles({ files, returned }: ReadFilesOutput, nameTool: NameTool = (name) => name): string {
  const mark = chooseMark(files.map((file) => ("error" in file ? "" : file.content)));
  // The same whether or not a file is cut: another line must never make an answer shorter.
  const head = `${countOf(returned, "file")}, each after a ${mark} line; ${nameTool("read_file")} with start_line goes on`;
  const shown = files.flatMap((file) => {
    const start = `${mark} ${quoteName(file.path)}`;
    if ("error" in file) return [`${start} ${writeError(file.error)}`];
    const line = `${start} ${describeWindow(file, 1)}`;
    return file.meta.returned_line_count === 0 ? [line] : [line, file.content];
  });
  return [head, ...shown].join("\n");
}

/** How much longer the marks of an answer may be if `bytes` of its contents are not known yet. */
export function mostMarkBytes(files: number, bytes: number): number {
  return (files + 1) * String(bytes).length;
}

const MARK = /=(?:=|[1-9]\d*)=/g;
/** Everything that some reader treats as the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const LINE_END = /[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

/** The first of `===`, `=2=`, `=3=`, … that no line starts with, ignoring white space and invisible characters before it. */
function chooseMark(contents: readonly string[]): string {
  const taken = new Set<string>();
  for (const content of contents) {
    for (const { 0: mark, index } of content.matchAll(MARK)) if (beginsLine(content, index)) taken.add(mark);
  }
  let mark = "===";
  for (let number = 2; taken.has(mark); number++) mark = `=${number}=`;
  return mark;
}

/** Marks are visible, so no run of invisible characters is scanned twice. */
function beginsLine(content: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const character = content[before] ?? "";
    if (LINE_END.test(character)) return true;
    const low = character.charCodeAt(0);
    const isLowHalf = low >= 0xdc00 && low < 0xe000 && before > 0;
    const whole = isLowHalf ? `${content[before - 1]}${character}` : character;
    if (!isInvisible(whole)) return false;
    if (whole.length === 2) before -= 1;
  }
  return true;
}
