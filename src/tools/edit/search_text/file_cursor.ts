// Encodes the position inside a file for a cursor.

import type { FilePlace } from "./file_search.ts";

const FORM = /^(\d{1,10})\.(\d{1,2})\.(\d{1,2})\.(\d{1,10})\.(\d{1,15})$/;

/** Before the first line of an unread file: the next page starts with it. */
export const NOT_BEGUN: FilePlace = { line: 0, owed: 0, unshown: 0, found: 0, offset: 0 };

/** Empty after the whole file. */
export function writeFilePlace(place: FilePlace | null): string {
  return place === null ? "" : [place.line, place.owed, place.unshown, place.found, place.offset].join(".");
}

/** Undefined if no search with this many context lines can have written it. */
export function readFilePlace(text: string, contextLines: number): FilePlace | null | undefined {
  if (text === "") return null;
  const form = FORM.exec(text);
  if (form === null) return undefined;
  const [line = 0, owed = 0, unshown = 0, found = 0, offset = 0] = form.slice(1).map(Number);
  const before = Math.max(line - 1, 0);
  const isLine = owed <= contextLines && unshown <= contextLines && Math.max(unshown, found) <= before;
  // Each line before the offset has at least a newline.
  const isPossible = isLine && before - unshown <= offset && (line > 0 || offset === 0);
  return isPossible ? { line, owed, unshown, found, offset } : undefined;
}
