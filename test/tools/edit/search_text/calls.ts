// Calls of search_text on small trees, for its tests.

import type { AgentToolkit } from "../../../../src/toolkit.ts";
import type { SearchTextInput, SearchTextOutput } from "../../../../src/tools/edit/search_text/types.ts";

/** Throws the error of a call that fails. */
export async function search(toolkit: AgentToolkit, args: SearchTextInput): Promise<SearchTextOutput> {
  const outcome = await toolkit.searchText.invoke(args);
  if (outcome.status !== "success") throw outcome.error;
  return outcome.data;
}

/** `path:line:text` of matching lines, `path-line-text` of context, `path:count` in mode `files`. */
export function toLines({ files }: Pick<SearchTextOutput, "files">): string[] {
  return files.flatMap((file) => {
    if (!("lines" in file)) return [`${file.path}:${file.matched_lines}`];
    return file.lines.map(({ line, text, match }) => [file.path, line, text].join(match === false ? "-" : ":"));
  });
}

export async function searchLines(toolkit: AgentToolkit, args: SearchTextInput): Promise<string[]> {
  return toLines(await search(toolkit, args));
}

/** All pages, each with the `next` of the one before. */
export async function searchPages(toolkit: AgentToolkit, args: SearchTextInput): Promise<SearchTextOutput[]> {
  const pages = [await search(toolkit, args)];
  for (let last = pages[0]; last?.next; last = pages.at(-1))
    pages.push(await search(toolkit, { ...args, after: last.next }));
  return pages;
}

const TOTALS = ["matched_lines", "matched_files", "searched_files", "searched_bytes"] as const;

/** The pages as one answer: joined files, added counters. */
export function joinPages(pages: readonly SearchTextOutput[]): Omit<SearchTextOutput, "truncated_reason" | "next"> {
  const [first] = pages;
  if (first === undefined) throw new Error("no pages");
  const joined = { ...structuredClone(first), files: [] as SearchTextOutput["files"], left_out: {} };
  for (const total of TOTALS) joined[total] = pages.reduce((sum, page) => sum + page[total], 0);
  for (const { files, left_out, complete } of structuredClone(pages) as SearchTextOutput[]) {
    for (const file of files) {
      const last = joined.files.at(-1);
      if (last !== undefined && "lines" in last && "lines" in file && last.path === file.path)
        last.lines.push(...file.lines);
      else joined.files.push(file);
    }
    for (const [reason, count] of Object.entries(left_out))
      Reflect.set(joined.left_out, reason, (Reflect.get(joined.left_out, reason) ?? 0) + count);
    joined.complete = complete;
  }
  const { truncated_reason: _, next: __, ...rest } = joined;
  return rest;
}
