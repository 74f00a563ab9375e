// porthole search: prints the matches of search_text as grep does (`path:line:text`), page by page.

import { sanitize, sanitizeLine } from "../input/sanitize.ts";
import { compileTextPattern, type LineFinder } from "../regex/text_pattern.ts";
import type { SearchedFile, SearchedLines, SearchLine, SearchTextOutput } from "../tools/edit/search_text/types.ts";
import { numberOf, type Parsed, type Values } from "./parse.ts";
import { printPages } from "./print_pages.ts";
import type { Style } from "./style.ts";

export async function run(request: Parsed): Promise<number> {
  const { positionals, values } = request;
  const [pattern = "", path = "."] = positionals;
  const isByFile = Boolean(values.files || values.counts);
  const args = {
    path,
    pattern,
    literal: values.literal,
    ignore_case: values["ignore-case"],
    include: values.include,
    exclude: values.exclude,
    mode: isByFile ? "files" : "lines",
    context_lines: numberOf(values, "context"),
    include_hidden: values.hidden,
    include_ignored: values["no-ignore"],
  };
  const printer = new MatchPrinter(pattern, values);
  return await printPages<SearchTextOutput>(request, { name: "search_text", args }, printer);
}

class MatchPrinter {
  readonly #pattern: string;
  readonly #values: Values;
  #finder: LineFinder | undefined;
  /** The line printed last: with context, a separator precedes lines that do not follow it. */
  #last: { readonly path: string; readonly line: number } | undefined;
  #searched = 0;

  constructor(pattern: string, values: Values) {
    this.#pattern = pattern;
    this.#values = values;
  }

  count({ matched_files, matched_lines }: SearchTextOutput): number {
    return this.#values.files || this.#values.counts ? matched_files : matched_lines;
  }

  progress(found: number, { searched_files }: SearchTextOutput): string {
    this.#searched += searched_files;
    return `${found} found in ${this.#searched} files`;
  }

  show({ files }: SearchTextOutput, style: Style): string[] {
    return files.flatMap((file) => this.#showFile(file, style));
  }

  #showFile(file: SearchedFile | SearchedLines, style: Style): string[] {
    const path = style.path(sanitize(file.path));
    if (!("lines" in file)) return [this.#values.counts ? `${path}:${file.matched_lines}` : path];
    return file.lines.flatMap((line) => {
      const apart = this.#isApart(file.path, line.line) ? [style.dim("--")] : [];
      this.#last = { path: file.path, line: line.line };
      const mark = line.match === false ? "-" : ":";
      return [...apart, `${path}${mark}${style.dim(String(line.line))}${mark}${this.#showText(line, style)}`];
    });
  }

  #isApart(path: string, line: number): boolean {
    const last = this.#last;
    return Boolean(this.#values.context) && last !== undefined && !(last.path === path && last.line + 1 === line);
  }

  #showText({ text, match, cut }: SearchLine, style: Style): string {
    const found = match === false || cut || !style.isColoured ? null : this.#find(text);
    if (found === null) return sanitizeLine(text);
    return (
      sanitizeLine(text.slice(0, found.start)) +
      style.match(sanitizeLine(text.slice(found.start, found.end))) +
      sanitizeLine(text.slice(found.end))
    );
  }
  /** The first match, for colour. The text may be a part of the line without the match. */
  #find(text: string): { readonly start: number; readonly end: number } | null {
    const { literal, "ignore-case": ignoreCase } = this.#values;
    this.#finder ??= compileTextPattern(this.#pattern, {
      literal: Boolean(literal),
      ignoreCase: Boolean(ignoreCase),
    });
    const bytes = Buffer.from(text);
    const found = this.#finder.scan(bytes).next(Number.POSITIVE_INFINITY);
    if (found === null || found === "paused") return null;
    const toIndex = (byte: number) => bytes.toString("utf8", 0, byte).length;
    return { start: toIndex(found.matchStart), end: toIndex(found.matchEnd) };
  }
}
