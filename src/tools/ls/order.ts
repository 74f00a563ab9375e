// The order of a listing in the Gemini dialect: directories first, then by name in English order, the same on every machine.

import { compareUtf16 } from "../../disk/names.ts";
import type { FileEntry } from "./types.ts";

// Everything that a locale or a runtime could otherwise choose.
const COLLATION: Intl.CollatorOptions = {
  usage: "sort",
  sensitivity: "variant",
  ignorePunctuation: false,
  numeric: false,
  caseFirst: "false",
};

type Ordered = Pick<FileEntry, "name" | "isDirectory">;

/** Made for each listing: the first one of a process takes 5 ms, and most processes never list in this dialect. */
export function makeEntryOrder(): (a: Ordered, b: Ordered) => number {
  const collator = new Intl.Collator("en", COLLATION);
  return (a, b) => {
    if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
    return collator.compare(a.name, b.name) || compareUtf16(a.name, b.name);
  };
}
