// Formats a list as a table: size, time and name, with marks in brackets.

import type { ListDirectoryOutput } from "../tools/edit/list_directory/types.ts";
import { type Style, showBytes } from "./output.ts";
import { type Row, showRows } from "./rows.ts";

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
  const text = showRows(rows, style);
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
  const days = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(toTwoDigits).join("-");
  return `${days} ${toTwoDigits(date.getHours())}:${toTwoDigits(date.getMinutes())}`;
}

function toTwoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
