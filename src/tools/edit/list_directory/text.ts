// The text form of list_directory: one entry per line, indented by two spaces per level.

import { countOf, quoteFirst, quoteName, writeHead } from "../../../gate/text_words.ts";
import { describeLeftOut } from "../../looking/left_out.ts";
import { leftOutOf } from "./fit.ts";
import type { ListDirectoryEntry, ListDirectoryOutput } from "./types.ts";

export function writeEntries(output: ListDirectoryOutput): string {
  const { path, entries, returned, max_entries, truncated_reason: reason } = output;
  const head = writeHead(
    `${quoteFirst(path)} ${countOf(returned, "entry", "entries")}, limit ${max_entries}`,
    reason === null ? null : `cut by ${reason}: a subdirectory or list_files shows more`,
    describeLeftOut(leftOutOf(output)),
  );
  const lines = [head];
  let open: readonly string[] = [];
  for (const entry of entries) {
    const folders = entry.path.split("/").slice(0, -1);
    const shared = countShared(open, folders);
    // Entries are sorted by path, so others may come between a directory and its entries; the directory itself may be missing.
    for (let level = shared; level < folders.length; level++)
      lines.push(`${indent(level)}${quoteName(folders[level] ?? "")}/:`);
    lines.push(indent(folders.length) + writeEntry(entry));
    open = entry.type === "dir" ? [...folders, entry.name] : folders;
  }
  return lines.join("\n");
}

function countShared(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < other.length && one[count] === other[count]) count += 1;
  return count;
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
