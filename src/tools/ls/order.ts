// The order of a listing in the Gemini dialect: directories first, then by name as English sorts it, on every machine the same.
// Leaves to the workspace in which order equal names come: it lists them by their bytes, and this sort keeps that.

import { compareUtf16 } from "../../workspace/names.ts";
import type { Pace } from "../../workspace/pace.ts";
import { sortInSlices } from "../../workspace/sort.ts";
import type { FileEntry } from "./types.ts";

// Everything that a locale or a runtime could otherwise choose for itself.
const COLLATION: Intl.CollatorOptions = {
  usage: "sort",
  sensitivity: "variant",
  ignorePunctuation: false,
  numeric: false,
  caseFirst: "false",
};
let collator: Intl.Collator | undefined;

export function compareEntries(a: FileEntry, b: FileEntry): number {
  if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
  // Made for the first listing: making one takes milliseconds, and most processes never list in this dialect.
  collator ??= new Intl.Collator("en", COLLATION);
  return collator.compare(a.name, b.name) || compareUtf16(a.name, b.name);
}

export function sortEntries(entries: readonly FileEntry[], pace: Pace): Promise<readonly FileEntry[]> {
  return sortInSlices(entries, compareEntries, pace);
}
