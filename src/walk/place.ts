// The position of a walk, as names. Cursors contain it.

import { compareUtf16, isRawChildName, rawToText } from "../disk/names.ts";
import type { Entry } from "../disk/types.ts";
import type { LeftOutCounts } from "./left_out.ts";

export type EntryName = Pick<Entry, "raw" | "name">;

/** A folder below the start of a walk, with its parent; null stands for the start itself. */
export interface Folder extends EntryName {
  readonly above: Folder | null;
  /** The length of the raw path from the start, with a slash after each name. */
  readonly rawLength: number;
}

/** Directly after the entry `last` of `folder` and everything in it; if null, before all entries of `folder`. */
export interface Place {
  readonly folder: Folder | null;
  readonly last: EntryName | null;
}

export const START: Place = { folder: null, last: null };

export function folderBelow(above: Folder | null, { raw, name }: EntryName): Folder {
  return { above, raw, name, rawLength: (above?.rawLength ?? 0) + raw.length + 1 };
}

/** The folders from the first below the start down to `folder`. */
export function foldersTo(folder: Folder | null): Folder[] {
  const folders: Folder[] = [];
  for (let at = folder; at !== null; at = at.above) folders.push(at);
  return folders.reverse();
}

/** By UTF-16 code unit; names that look the same by their bytes. */
export function isBehind(entry: EntryName, last: EntryName | null): boolean {
  return last === null || (compareUtf16(entry.name, last.name) || compareUtf16(entry.raw, last.raw)) > 0;
}

/** `a/b/c`: after the entry c of the folder a/b. `a/b/`: before all entries of that folder. Raw. */
export function writePlace({ folder, last }: Place): string {
  return [...foldersTo(folder), last ?? { raw: "" }].map(({ raw }) => raw).join("/");
}

/** The length of the result of `writePlace`. */
export function placeLength({ folder, last }: Place): number {
  return (folder?.rawLength ?? 0) + (last?.raw.length ?? 0);
}

/** Null if no walk can have written it. */
export function readPlace(text: string): Place | null {
  const names = text.split("/");
  const last = names.pop() ?? "";
  if (![...names, ...(last === "" ? [] : [last])].every(isRawChildName)) return null;
  const toFolder = (above: Folder | null, raw: string) => folderBelow(above, { raw, name: rawToText(raw) });
  const folder = names.reduce<Folder | null>(toFolder, null);
  return { folder, last: last === "" ? null : { raw: last, name: rawToText(last) } };
}

/** The state of a walk directly after a result, where an answer may end. */
export interface Mark {
  readonly place: Place;
  readonly leftOut: Readonly<LeftOutCounts>;
}
