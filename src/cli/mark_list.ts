// Finds the marks for a list: those of its entries and, on request, of the entries that it leaves out.

import { compareUtf8 } from "../disk/names.ts";
import type { EntryKind } from "../disk/types.ts";
import type { AgentToolkit } from "../toolkit.ts";
import type {
  ListDirectoryEntry,
  ListDirectoryEntryType,
  ListDirectoryOutput,
} from "../tools/edit/list_directory/types.ts";
import { findLeftOut, type Marks, markShown, toCells, toLeftOutCells } from "./marked.ts";
import type { ListLine } from "./show_list.ts";

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
      const { kind, size_bytes, modified_epoch_ms } = entry;
      if (!known.has(name))
        lines.push({ name, kind, size_bytes, modified_epoch_ms, ...toLeftOutCells(entry, asked.tool) });
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
