// Parses the text form of answers back into their data: an implementation of docs/text.md that shares nothing with the writers. Strict:
// throws for everything that the page does not allow.

import type { FileAnswer } from "../../src/tools/edit/file_answer.ts";
import type { ListDirectoryEntry, ListDirectoryOutput } from "../../src/tools/edit/list_directory/types.ts";
import type { ListFilesOutput } from "../../src/tools/edit/list_files/types.ts";
import type { ReadFilesOutput } from "../../src/tools/edit/read_files/types.ts";
import type { SearchLine, SearchTextOutput } from "../../src/tools/edit/search_text/types.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../../src/tools/edit/tree/types.ts";
import type { PageEnd } from "../../src/walk/page.ts";
import {
  Clauses,
  count,
  fail,
  first,
  type LeftOutClause,
  match,
  number,
  parseError,
  QUOTED,
  unquote,
  type Word,
  word,
} from "./text_words.ts";

function splitLines(text: string): [string, ...string[]] {
  const [head = "", ...lines] = text.split("\n");
  return [head, ...lines];
}

/** How arguments with other names were read: the first line, if it says so, and the answer below it. */
export function parseReadAs(text: string): { readAs: Readonly<Record<string, unknown>> | null; answer: string } {
  if (!text.startsWith("read as ")) return { readAs: null, answer: text };
  const [line, ...lines] = splitLines(text);
  const readAs: Record<string, unknown> = {};
  let rest = line.slice("read as ".length);
  for (;;) {
    const [name = "", value = ""] = match(/([a-z_]+) (.+)/u, rest);
    const taken = takeValue(value);
    if (Object.hasOwn(readAs, name)) fail("said twice", line);
    readAs[name] = taken.value;
    if (taken.rest === "") return { readAs, answer: lines.join("\n") };
    [rest = ""] = match(/, (.+)/u, taken.rest);
  }
}

function takeValue(text: string): { value: unknown; rest: string } {
  const quoted = QUOTED.exec(text)?.[0];
  if (quoted !== undefined) return { value: unquote(quoted), rest: text.slice(quoted.length) };
  const word = /^(?:true|false|0|[1-9]\d*)(?=,|\]|$)/.exec(text)?.[0];
  if (word !== undefined) return { value: JSON.parse(word), rest: text.slice(word.length) };
  if (text.startsWith("[]")) return { value: [], rest: text.slice(2) };
  const items: unknown[] = [];
  let rest = text;
  for (let start = "["; !rest.startsWith("]"); start = ", ") {
    if (!rest.startsWith(start)) fail("no value", text);
    const item = takeValue(rest.slice(start.length));
    items.push(item.value);
    rest = item.rest;
  }
  return { value: items, rest: rest.slice(1) };
}

/** What the head says in addition to the data. */
export interface ParsedTree {
  readonly output: TreeOutput;
  readonly leftOut: LeftOutClause;
  readonly filesShown: boolean;
}

export function parseTree(text: string): ParsedTree {
  const [head, ...lines] = splitLines(text);
  const { name: path, mark, rest } = first(head);
  if (mark !== "/") fail("not a directory", head);
  const [note = "", said = ""] = match(/( …| \(not read\))? (.*)/su, rest);
  const clauses = new Clauses(said);
  const [totals = ""] = match(/(.+) below/, clauses.take());
  const filesShown = clauses.takeIf(/files not shown/) === null;
  const limit_reached = clauses.takeIf(/limit reached: name a subdirectory to see more/) !== null;
  const leftOut = clauses.leftOut();
  clauses.end();
  const root = makeDirectory(path.slice(path.lastIndexOf("/") + 1), path, 0, note);
  const counts = { directory: 1, file: 0, symlink: 0 };
  let open: TreeDirectoryNode[] = [root];
  for (const line of lines) {
    const [indent = "", body = ""] = match(/((?: {2})*)(.*)/su, line);
    const depth = indent.length / 2;
    const parent = open[depth - 1];
    if (parent?.children === undefined || depth < 1) return fail("in no directory", line);
    const node = parseNode(body, parent);
    counts[node.kind] += 1;
    parent.children.push(node);
    open = [...open.slice(0, depth), ...(node.kind === "directory" ? [node] : [])];
  }
  const output = {
    root,
    limit_reached,
    scanned_entries: counts.directory + counts.file + counts.symlink,
    total_dirs: counts.directory,
    total_files: counts.file,
    total_symlinks: counts.symlink,
  };
  if (showTotals(output) !== totals) fail("other totals", head);
  return { output, leftOut, filesShown };
}

function showTotals({ total_dirs, total_files, total_symlinks }: TreeOutput): string {
  const all = [
    [total_dirs - 1, total_dirs === 2 ? "directory" : "directories"],
    [total_files, total_files === 1 ? "file" : "files"],
    [total_symlinks, total_symlinks === 1 ? "symlink" : "symlinks"],
  ];
  const shown = all.filter(([total]) => total !== 0).map((pair) => pair.join(" "));
  return shown.length === 0 ? "0 entries" : shown.join(", ");
}

function makeDirectory(name: string, path: string, depth: number, note: string): TreeDirectoryNode {
  const own = { name, path, depth, kind: "directory" as const };
  if (note === "") return { ...own, children: [] };
  return note === " …" ? { ...own, truncated: true } : own;
}

function parseNode(body: string, parent: TreeDirectoryNode): TreeEntry {
  const { name, mark, rest } = word(body);
  const path = parent.path === "." ? name : `${parent.path}/${name}`;
  const depth = parent.depth + 1;
  if (mark === "/" && ["", " …", " (not read)"].includes(rest)) return makeDirectory(name, path, depth, rest);
  if (mark === "@" && rest === "") return { name, path, depth, kind: "symlink" };
  return mark === "" && rest === "" ? { name, path, depth, kind: "file" } : fail("no node", body);
}

/** Times are not written. */
export type TimelessListing = Omit<ListDirectoryOutput, "entries"> & {
  readonly entries: readonly Omit<ListDirectoryEntry, "modified_epoch_ms">[];
};

export function parseListDirectory(text: string): { output: TimelessListing; leftOut: LeftOutClause } {
  const [head, ...lines] = splitLines(text);
  const { name: path, mark, rest } = first(head);
  const clauses = new Clauses(rest);
  const [entries = "", limit = ""] = match(/ (.+), limit (\d+)/, clauses.take());
  const [reason] =
    clauses.takeIf(/cut by (max_entries|max_output_bytes): a subdirectory or list_files shows more/) ?? [];
  const leftOut = clauses.leftOut();
  clauses.end();
  const found = parseEntries(lines);
  if (mark !== "" || count(entries, "entry", "entries") !== found.length) fail("another number of entries", head);
  const output: TimelessListing = {
    path,
    entries: found,
    returned: found.length,
    max_entries: number(limit),
    truncated: reason !== undefined,
    truncated_reason: (reason ?? null) as ListDirectoryOutput["truncated_reason"],
  };
  return { output, leftOut };
}

function parseEntries(lines: readonly string[]): TimelessListing["entries"] {
  const found: TimelessListing["entries"][number][] = [];
  let open: string[] = [];
  for (const line of lines) {
    const [indent = "", body = ""] = match(/((?: {2})*)(.*)/su, line);
    const level = indent.length / 2;
    if (level > open.length) fail("in no directory", line);
    const parsed = word(body);
    open = open.slice(0, level);
    if (parsed.mark !== "/:") found.push(toEntry(parsed, open, body));
    else if (parsed.rest !== "") fail("something behind an opened directory", line);
    if (parsed.mark.startsWith("/")) open.push(parsed.name);
  }
  return found;
}

const TYPES: Readonly<Record<string, ListDirectoryEntry["type"]>> = { "/": "dir", "@": "symlink", "|": "other" };

function toEntry({ name, mark, rest }: Word, folders: readonly string[], body: string) {
  const own = {
    name,
    path: [...folders, name].join("/"),
    depth: folders.length + 1,
    is_hidden: name.startsWith("."),
    size_bytes: null,
    error_code: null,
    error: null,
  };
  const type = TYPES[mark];
  if (type !== undefined) return rest === "" ? { ...own, type } : fail("something behind a mark", body);
  if (/^ \d+$/.test(rest)) return { ...own, type: "file" as const, size_bytes: number(rest.slice(1)) };
  const [code = "", error = ""] = match(/ ! ([a-z_]+): (.+)/, rest);
  return { ...own, type: "unknown" as const, error_code: code as ListDirectoryEntry["error_code"], error };
}

/** Times are not written. */
export type TimelessFile = Omit<FileAnswer, "meta"> & { readonly meta: Omit<FileAnswer["meta"], "mtime_ms"> };

interface Window {
  readonly start: number;
  readonly lines: number;
  readonly all: number;
  readonly bytes: number;
}

function parseWindow(text: string): Window {
  const [, none, from, to = "", all = "", bytes = ""] = match(
    / (no lines from (\d+)|lines (\d+)-(\d+)) of (\d+), (.+)/,
    text,
  );
  const start = number(none || from || "");
  const window = { all: number(all), bytes: count(bytes, "byte"), start };
  if (none) return { ...window, lines: 0 };
  const last = number(to);
  return last < start || last > window.all ? fail("no such lines", text) : { ...window, lines: last - start + 1 };
}

function toFile(path: string, content: string, { start, lines, all, bytes }: Window): TimelessFile {
  const next = lines > 0 && start + lines <= all ? start + lines : null;
  const shown = content.split("\n").length - (next === null && content.endsWith("\n") ? 1 : 0);
  if (lines === 0 ? content !== "" : shown !== lines) fail("another number of lines", content);
  return {
    path,
    content,
    truncated: next !== null,
    next_start_line: next,
    meta: { byte_length: bytes, line_count: all, returned_line_count: lines },
  };
}

export function parseReadFile(text: string): { output: TimelessFile; startLine: number } {
  const end = text.indexOf("\n");
  const head = end === -1 ? text : text.slice(0, end);
  const { name: path, mark, rest } = first(head);
  const clauses = new Clauses(rest);
  const window = parseWindow(clauses.take());
  const [next] = clauses.takeIf(/next start_line (\d+)/) ?? [];
  clauses.end();
  const output = toFile(path, end === -1 ? "" : text.slice(end + 1), window);
  const said = next === undefined ? null : number(next);
  if (mark !== "" || said !== output.next_start_line || (end === -1) !== (window.lines === 0)) fail("no window", head);
  return { output, startLine: window.start };
}

export type TimelessFiles = Omit<ReadFilesOutput, "files"> & {
  readonly files: readonly (TimelessFile | Exclude<ReadFilesOutput["files"][number], FileAnswer>)[];
};

/** Takes as many lines of each file as its head says. */
export function parseReadFiles(text: string): { output: TimelessFiles; mark: string } {
  const [head, ...lines] = splitLines(text);
  const [files = "", mark = ""] = match(
    /(\d+ files?), each after a (===|=[2-9]=|=[1-9]\d+=) line; read_file with start_line goes on/,
    head,
  );
  const found: TimelessFiles["files"][number][] = [];
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    if (!line.startsWith(`${mark} `)) fail("no mark", line);
    const { name: path, mark: kind, rest } = word(line.slice(mark.length + 1));
    if (kind !== "") fail("no file", line);
    if (rest.startsWith(" error ")) found.push({ path, ...parseError(rest.slice(1)) });
    else found.push(takeFile(path, parseWindow(rest), lines));
  }
  if (count(files, "file") !== found.length) fail("another number of files", head);
  return { output: { files: found, returned: found.length }, mark };
}

function takeFile(path: string, window: Window, lines: string[]): TimelessFile {
  const taken = lines.splice(0, window.lines);
  if (taken.length < window.lines) fail("too few lines", path);
  // A newline at the end of a file makes an empty line before the next mark, or at the end.
  const hasNewline = window.lines > 0 && lines[0] === "";
  if (hasNewline) lines.shift();
  return toFile(path, taken.join("\n") + (hasNewline ? "\n" : ""), window);
}

function parseEnd(clauses: Clauses): PageEnd {
  const [reason] = clauses.takeIf(/cut by (max_results|max_output_bytes|scan_limit|timeout)/) ?? [];
  const [next] = clauses.takeIf(/next after=([\w-]+)/) ?? [];
  const { always, counts } = clauses.leftOut();
  clauses.end();
  if ((reason === undefined) !== (next === undefined) || always.length > 0) fail("no end of a page", String(next));
  return {
    complete: next === undefined,
    truncated_reason: (reason ?? null) as PageEnd["truncated_reason"],
    next: next ?? null,
    left_out: counts,
  };
}

/** `"pattern" in path: ` and the clauses after it. */
function parseAsked(head: string, bare: RegExp): { pattern: string; path: string; clauses: Clauses } {
  const quoted = QUOTED.exec(head)?.[0] ?? fail("no pattern", head);
  const [rest = ""] = match(/ in (.*)/su, head.slice(quoted.length));
  const inQuotes = QUOTED.exec(rest)?.[0];
  const token = inQuotes ?? bare.exec(rest)?.[0] ?? fail("no path", head);
  const { name: path, mark } = word(token);
  const [said = ""] = match(/: (.*)/su, rest.slice(token.length));
  return mark === "" ? { pattern: unquote(quoted), path, clauses: new Clauses(said) } : fail("a mark", head);
}

export function parseListFiles(text: string): ListFilesOutput {
  const [head, ...lines] = splitLines(text);
  const { pattern, path, clauses } = parseAsked(head, /^[^ :]+/);
  const returned = count(clauses.take(), "path");
  const paths = lines.map((line) => {
    const { name, mark, rest, isQuoted } = word(line);
    const isPath = (mark === "" || mark === "/") && rest === "" && (isQuoted || !name.includes(":"));
    return isPath ? name + mark : fail("no path", line);
  });
  if (returned !== paths.length) fail("another number of paths", head);
  return { path, pattern, paths, returned, ...parseEnd(clauses) };
}

export function parseSearchText(text: string): SearchTextOutput {
  const [head, ...lines] = splitLines(text);
  const { pattern, path, clauses } = parseAsked(head, /^[^ :\d][^ :]*/);
  const [matched = "", fresh = ""] = match(/(\d+ lines?), (\d+ (?:new )?files?)/, clauses.take());
  const [searched = "", bytes = ""] = match(/searched (\d+ files?), (\d+ bytes?)/, clauses.take());
  const files: SearchTextOutput["files"] = [];
  for (const line of lines) {
    const last = files.at(-1);
    if (/^\d/.test(line)) {
      if (last === undefined || !("lines" in last)) return fail("in no file", line);
      last.lines.push(parseSearchLine(line));
      continue;
    }
    const { name, mark, rest, isQuoted } = word(line);
    if (mark !== "" || (!isQuoted && name.includes(":"))) fail("no file", line);
    files.push(rest === "" ? { path: name, lines: [] } : { path: name, matched_lines: number(rest.slice(1)) });
  }
  return {
    path,
    pattern,
    files,
    matched_lines: count(matched, "line"),
    matched_files: count(fresh.replace("new ", ""), "file"),
    searched_files: count(searched, "file"),
    searched_bytes: count(bytes, "byte"),
    ...parseEnd(clauses),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not stand in a line as it is.
const UNSAFE = /[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function parseSearchLine(text: string): SearchLine {
  const [digits = "", column = "", notes = "", sign = "", shown = ""] = match(
    /([1-9]\d*)(?::([1-9]\d*))?((?: cut)?(?: escaped)?)([:-])(.*)/su,
    text,
  );
  if ((column === "") !== (sign === "-")) fail("no line", text);
  const isEscaped = notes.endsWith(" escaped");
  if (!isEscaped && UNSAFE.test(shown)) fail("not escaped", text);
  const line = { line: number(digits), text: isEscaped ? unquote(shown) : shown };
  const kind = column === "" ? { match: false as const } : { column: number(column) };
  return { ...line, ...kind, ...(notes.startsWith(" cut") ? { cut: true as const } : {}) };
}
