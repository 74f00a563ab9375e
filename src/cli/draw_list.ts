// Draws a list for people, as a table of size, time and name, with marks in brackets; on request, also the entries that the list leaves out.

import { compareUtf8 } from "../disk/names.ts";
import type { EntryKind } from "../disk/types.ts";
import type { AgentToolkit } from "../toolkit.ts";
import type {
  ListDirectoryEntry,
  ListDirectoryEntryType,
  ListDirectoryOutput,
} from "../tools/edit/list_directory/types.ts";
import { findLeftOut, type Marks, markShown, toCells } from "./marked.ts";
import { showBytes, toLocalTime } from "./quantities.ts";
import { type Row, showRow } from "./rows.ts";
import type { Style } from "./style.ts";

export interface ListLine extends Omit<Row, "before"> {
  readonly size_bytes: number | null;
  readonly modified_epoch_ms: number | null;
  /** Whether the system reports nothing about it. */
  readonly isUnknown?: boolean;
}

const REST = {
  max_entries: "more exist",
  max_output_bytes: "the rest does not fit into one answer",
} as const;

export function showList(
  { returned, truncated_reason }: Pick<ListDirectoryOutput, "returned" | "truncated_reason">,
  lines: readonly ListLine[],
  times: "local" | "iso",
  style: Style,
): string {
  const sizes = alignAll(lines.map(showSize), "padStart");
  const shown = alignAll(
    lines.map(({ modified_epoch_ms }) => showTime(modified_epoch_ms, times)),
    "padEnd",
  );
  const rows = lines.map((line, index) => ({ ...line, before: `${sizes[index]}  ${shown[index]}  ` }));
  const text = rows.map((row) => showRow(row, style));
  if (truncated_reason !== null) {
    text.push(style.dim(`… first ${returned} ${returned === 1 ? "entry" : "entries"}; ${REST[truncated_reason]}`));
  }
  return text.length === 0 ? "" : `${text.join("\n")}\n`;
}

function alignAll(texts: readonly string[], pad: "padStart" | "padEnd"): string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text[pad](width));
}

function showSize({ size_bytes, isUnknown }: ListLine): string {
  if (size_bytes === null) return isUnknown ? "?" : "-";
  return showBytes(size_bytes);
}

/** `2023-11-14 22:13` in local time, or `2023-11-14T22:13:20Z`. */
function showTime(epochMs: number | null, times: "local" | "iso"): string {
  const date = epochMs === null ? null : new Date(epochMs);
  if (date === null || Number.isNaN(date.getTime())) return "-";
  if (times === "iso") return date.toISOString().replace(/\.\d+Z$/, "Z");
  const { day, clock } = toLocalTime(date.getTime());
  return `${day} ${clock.slice(0, -3)}`;
}

/** What to show of the entries that are left out, and the depth of the list. */
export interface ListLeftOut {
  readonly includeHidden: boolean | undefined;
  readonly depth: number;
}

const KINDS: Readonly<Record<ListDirectoryEntryType, EntryKind>> = {
  file: "file",
  dir: "directory",
  symlink: "symlink",
  other: "other",
  unknown: "other",
};

/** With null, entries that are left out are not shown. */
export async function markList(
  toolkit: AgentToolkit,
  { path, entries }: ListDirectoryOutput,
  leftOut: ListLeftOut | null,
): Promise<readonly ListLine[]> {
  const shown = entries.map((entry) => ({ path: entry.path, kind: KINDS[entry.type] }));
  const marks = await markShown(toolkit, path, shown);
  const lines = entries.map((entry) => toLine(entry, marks));
  if (leftOut === null) return lines;
  const known = new Set(entries.map((entry) => entry.path));
  const folders = entries.filter(({ type, depth }) => type === "dir" && depth < leftOut.depth);
  for (const folder of ["", ...folders.filter((entry) => !isDenied(entry, marks)).map((entry) => `${entry.path}/`)]) {
    const asked = { tool: "list_directory", start: path, includeHidden: leftOut.includeHidden } as const;
    for (const entry of await findLeftOut(toolkit, `${path}/${folder}.`, asked)) {
      const name = folder + entry.name;
      if (!known.has(name)) lines.push({ ...entry, name });
    }
  }
  return lines.sort((a, b) => compareUtf8(a.name, b.name));
}

/** A denied directory is not entered. */
function isDenied({ path }: ListDirectoryEntry, marks: Marks): boolean {
  return marks.get(path)?.mark === "denied";
}

function toLine({ path, type, size_bytes, modified_epoch_ms, error }: ListDirectoryEntry, marks: Marks): ListLine {
  const line = { name: path, kind: KINDS[type], size_bytes, modified_epoch_ms };
  return error === null ? { ...line, ...toCells(marks.get(path)) } : { ...line, isUnknown: true, note: error };
}
