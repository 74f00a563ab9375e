// Formats lines that name entries: a name with its sign (`/` after directories, `@` after links) and a note in brackets, optionally in
// colour, and cut to the width of the terminal.

import type { EntryKind } from "../disk/types.ts";
import { sanitize } from "../input/sanitize.ts";
import { terminalColumns } from "./standard_output.ts";
import type { NamedEntry, Style } from "./style.ts";
import { countCells, cutEnd, cutMiddle } from "./text_width.ts";

export interface Row extends NamedEntry {
  /** The text before the name; safe to print. */
  readonly before: string;
  /** For directories whose entries are not shown. */
  readonly isShut?: boolean | undefined;
  readonly note?: string | undefined;
  /** Marks entries that an agent cannot reach. Default: `plain`. */
  readonly tone?: "plain" | "warning" | "left out" | undefined;
}

const SIGNS: Readonly<Record<EntryKind, string>> = { directory: "/", symlink: "@", file: "", other: "" };
// Shorter names or notes are useless; on a narrower terminal the line wraps.
const LEAST_NAME = 12;
const LEAST_NOTE = 8;

export function showRows(rows: readonly Row[], style: Style): string[] {
  const columns = terminalColumns();
  return rows.map((row) => {
    const note = row.note === undefined ? undefined : sanitize(row.note);
    const safe = { ...row, shown: sanitize(row.name), note };
    return paint(columns === Number.POSITIVE_INFINITY ? safe : fitRow(safe, columns), style);
  });
}

interface SafeRow extends Row {
  /** The name, safe to print. */
  readonly shown: string;
}

/** Shortens the name first, down to half of the room, then the end of the note. */
function fitRow(row: SafeRow, columns: number): SafeRow {
  const { before, shown, kind, isShut, note } = row;
  const signs = SIGNS[kind].length + (isShut ? 2 : 0) + (note === undefined ? 0 : 3);
  const room = columns - countCells(before) - signs;
  const noteCells = note === undefined ? 0 : countCells(note);
  const least = Math.max(LEAST_NAME, note === undefined ? 0 : Math.floor(room / 2));
  const name = cutMiddle(shown, Math.max(room - noteCells, least));
  if (note === undefined) return { ...row, shown: name };
  return { ...row, shown: name, note: cutEnd(note, Math.max(room - countCells(name), LEAST_NOTE)) };
}

function paint(row: SafeRow, style: Style): string {
  const { before, shown, kind, isShut, note, tone } = row;
  const text = shown + SIGNS[kind];
  const name = tone === "left out" ? style.dim(text) : style.name(row, text);
  const told = note === undefined ? "" : ` ${tone === "warning" ? style.warning(`(${note})`) : style.dim(`(${note})`)}`;
  return `${before}${name}${isShut ? ` ${style.dim("…")}` : ""}${told}`;
}
