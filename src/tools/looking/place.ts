// The position of a walk, as names. Cursors contain it.

import { compareUtf16, isChildName, rawToText } from "../../workspace/names.ts";
import type { Entry } from "../../workspace/types.ts";
import type { LeftOutCounts } from "./left_out.ts";

export type EntryName = Pick<Entry, "raw" | "name">;

/** A folder below the start of a walk, with its parent; null stands for the start itself. */
export interface Folder extends EntryName {
  readonly above: Folder | null;
}

/** Directly after the entry `last` of `folder` and everything in it; if null, before all entries of `folder`. */
export interface Place {
  readonly folder: Folder | null;
  readonly last: EntryName | null;
}

export const START: Place = { folder: null, last: null };

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

/** Null if no walk can have written it. */
export function readPlace(text: string): Place | null {
  const names = text.split("/");
  const last = names.pop() ?? "";
  if (![...names, ...(last === "" ? [] : [last])].every(isChildName)) return null;
  const folder = names.reduce<Folder | null>((above, raw) => ({ above, raw, name: rawToText(raw) }), null);
  return { folder, last: last === "" ? null : { raw: last, name: rawToText(last) } };
}

/** The state of a walk directly after a result, where an answer may end. */
export interface Mark {
  readonly place: Place;
  readonly leftOut: Readonly<LeftOutCounts>;
}
