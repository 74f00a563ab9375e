// The text form of list_directory: one entry per line, indented by two spaces per level.

import type { NameTool } from "../../../errors.ts";
import { describeLeftOut, type LeftOutCounts } from "../../../walk/left_out.ts";
import { countOf, quoteFirst, quoteName, writeHead } from "../../text_words.ts";
import type { ListDirectoryEntry, ListDirectoryOutput } from "./types.ts";

export function writeEntries(
  output: ListDirectoryOutput,
  leftOut: Readonly<LeftOutCounts> = {},
  nameTool: NameTool = (name) => name,
): string {
  const { path, entries, returned, max_entries, truncated_reason: reason } = output;
  const head = writeHead(
    `${quoteFirst(path)} ${countOf(returned, "entry", "entries")}, limit ${max_entries}`,
    reason === null ? null : `cut by ${reason}: a subdirectory or ${nameTool("list_files")} shows more`,
    describeLeftOut(leftOut),
  );
  const lines = [head];
  // Where the lines so far lead: a directory, with a slash after each name; empty at the top.
  let open = "";
  for (const entry of entries) {
    const folder = entry.path.slice(0, entry.path.length - entry.name.length);
    const level = countSlashes(folder);
    // Entries are sorted by path, so others may come between a directory and its entries; the directory itself may be missing.
    if (!open.startsWith(folder)) lines.push(...writeFolders(open, folder));
    lines.push(indent(level) + writeEntry(entry));
    open = entry.type === "dir" ? `${entry.path}/` : folder;
  }
  return lines.join("\n");
}

/** The lines that lead from one directory to another. */
function writeFolders(from: string, to: string): readonly string[] {
  const [left, names] = [from.split("/"), to.split("/").slice(0, -1)];
  const shared = names.findIndex((name, level) => name !== left[level]);
  return names.slice(shared).map((name, index) => `${indent(shared + index)}${quoteName(name)}/:`);
}

function countSlashes(path: string): number {
  return path === "" ? 0 : path.split("/").length - 1;
}

function indent(level: number): string {
  return "  ".repeat(level);
}

function writeEntry({ name, type, size_bytes, error_code, error }: ListDirectoryEntry): string {
  const word = quoteName(name);
  switch (type) {
    case "file":
      return `${word} ${size_bytes}`;
    case "dir":
      return `${word}/`;
    case "symlink":
      return `${word}@`;
    case "other":
      return `${word}|`;
    case "unknown":
      return `${word} ! ${error_code}: ${error}`;
  }
}
