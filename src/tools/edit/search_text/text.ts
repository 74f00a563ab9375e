// The text form of search_text: each file's path on a line, followed by its lines with their numbers.

import { sanitizeLine } from "../../../input/sanitize.ts";
import { describeEnd } from "../../../walk/page_text.ts";
import { countOf, quoteName, quoteText, writeHead } from "../../text_words.ts";
import type { SearchLine, SearchTextOutput } from "./types.ts";

/** A line that starts with a digit is a line of a file. */
const NUMBERED = /:|^\d/;

export function writeFound(output: SearchTextOutput): string {
  const { path, pattern, files, matched_lines, matched_files, searched_files, searched_bytes } = output;
  // A file that an earlier page has shown too does not count.
  const isFirst = files.length === matched_files;
  const found = `${countOf(matched_lines, "line")}, ${countOf(matched_files, isFirst ? "file" : "new file")}`;
  const head = writeHead(
    `${quoteText(pattern)} in ${quoteName(path, NUMBERED)}: ${found}`,
    `searched ${countOf(searched_files, "file")}, ${countOf(searched_bytes, "byte")}`,
    ...describeEnd(output),
  );
  const shown = files.flatMap((file) => {
    const name = quoteName(file.path, NUMBERED);
    return "lines" in file ? [name, ...file.lines.map(writeLine)] : [`${name} ${file.matched_lines}`];
  });
  return [head, ...shown].join("\n");
}

/** `12:5:text` for a match in column 5, `13-text` for context; a sign before the last one tells whether the text is cut or quoted. */
function writeLine({ line, text, column, match, cut }: SearchLine): string {
  const isSafe = sanitizeLine(text) === text;
  const notes = `${cut ? " cut" : ""}${isSafe ? "" : " escaped"}`;
  const place = match === false ? `${line}${notes}-` : `${line}:${column}${notes}:`;
  return place + (isSafe ? text : quoteText(text));
}
