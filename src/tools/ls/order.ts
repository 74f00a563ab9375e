// The order of a listing in the Gemini dialect: directories first, then by name in English order, the same on every machine.

import { compareUtf16 } from "../../workspace/names.ts";
import type { FileEntry } from "./types.ts";

// Everything that a locale or a runtime could otherwise choose.
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
  // Created for the first listing: it takes milliseconds, and most processes never list in this dialect.
  collator ??= new Intl.Collator("en", COLLATION);
  return collator.compare(a.name, b.name) || compareUtf16(a.name, b.name);
}
