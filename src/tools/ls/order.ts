// The order of a listing in the Gemini dialect: directories first, then by name as English sorts it, on every machine the same.
// Leaves to the workspace in which order equal names come: it lists them by their bytes, and this sort keeps that.

import { compareUtf16 } from "../../workspace/names.ts";
import type { Pace } from "../../workspace/pace.ts";
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

// Collating 200,000 names takes about half a second. A run takes about a millisecond.
const RUN_LENGTH = 1024;
const COMPARISONS_PER_CLOCK_LOOK = 1024;

/** Stable, in slices: sorted runs, merged two by two. */
export async function sortEntries(entries: readonly FileEntry[], pace: Pace): Promise<readonly FileEntry[]> {
  let runs: (readonly FileEntry[])[] = [];
  for (let at = 0; at < entries.length; at += RUN_LENGTH) {
    if (pace.isDue()) await pace.rest();
    runs.push(entries.slice(at, at + RUN_LENGTH).sort(compareEntries));
  }
  while (runs.length > 1) {
    const merged: (readonly FileEntry[])[] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], pace));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(left: readonly FileEntry[], right: readonly FileEntry[], pace: Pace): Promise<FileEntry[]> {
  const merged: FileEntry[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const [a, b] = [left[l], right[r]];
    if (a === undefined || b === undefined) break;
    if (merged.length % COMPARISONS_PER_CLOCK_LOOK === 0 && pace.isDue()) await pace.rest();
    if (compareEntries(a, b) <= 0) {
      merged.push(a);
      l++;
    } else {
      merged.push(b);
      r++;
    }
  }
  return merged.concat(left.slice(l), right.slice(r));
}
