// The order of a listing in the Gemini dialect: directories first, then by name as English sorts it, on every machine the same.
// Leaves to others in which order two come whose names look the same.

import { compareUtf16 } from "../../workspace/names.ts";
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

type Ordered = Pick<FileEntry, "name" | "isDirectory">;

export function compareEntries(a: Ordered, b: Ordered): number {
  if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
  // Made for the first listing: making one takes milliseconds, and most processes never list in this dialect.
  collator ??= new Intl.Collator("en", COLLATION);
  return collator.compare(a.name, b.name) || compareUtf16(a.name, b.name);
}
