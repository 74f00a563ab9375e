// Formats lines that name entries: a name with its sign (`/` after directories, `@` after links) and a note in brackets, optionally in
// colour.

import type { EntryKind } from "../disk/types.ts";
import { sanitize } from "../input/sanitize.ts";
import type { NamedEntry, Style } from "./style.ts";

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

export function showRow(row: Row, style: Style): string {
  const { before, kind, isShut, note, tone } = row;
  const text = sanitize(row.name) + SIGNS[kind];
  const name = tone === "left out" ? style.dim(text) : style.name(row, text);
  const shut = isShut ? ` ${style.dim("…")}` : "";
  if (note === undefined) return `${before}${name}${shut}`;
  const told = `(${sanitize(note)})`;
  return `${before}${name}${shut} ${tone === "warning" ? style.warning(told) : style.dim(told)}`;
}
