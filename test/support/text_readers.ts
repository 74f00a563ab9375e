// One reader for the text answers of every tool: the data that a text stands for, without times and without the line about other names.
// Strict: throws for what docs/text.md does not allow. Its own module, so that a program on Node 20 can have it as one bundle.

import {
  parseListDirectory,
  parseListFiles,
  parseReadAs,
  parseReadFile,
  parseReadFiles,
  parseSearchText,
  parseTree,
} from "./text_answers.ts";
import { parseError } from "./text_words.ts";

export { withoutTimes } from "./without_times.ts";

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  tree: (text) => parseTree(text).output,
  list_directory: (text) => parseListDirectory(text).output,
  read_file: (text) => parseReadFile(text).output,
  read_files: (text) => parseReadFiles(text).output,
  list_files: parseListFiles,
  search_text: parseSearchText,
};

export function readAnswer(tool: string, text: string): unknown {
  const read = READERS[tool];
  if (read === undefined) throw new SyntaxError(`no tool: ${tool}`);
  return read(parseReadAs(text).answer);
}

export function readError(text: string): { readonly error: { readonly kind: string; readonly code: string } } {
  return parseError(text);
}
