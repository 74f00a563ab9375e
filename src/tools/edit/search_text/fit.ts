// Builds the answer of search_text, or one with only its first parts, which then ends right after the last of them. A part is a shown line,
// or a file in mode `files`.

import { cursorLength } from "../../../walk/cursor.ts";
import { endAt, type PageEnd, type TruncatedReason } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import { Found } from "../../found.ts";
import { writeFilePlace } from "./file_cursor.ts";
import type { FilePlace } from "./file_search.ts";
import { writeFound } from "./text.ts";
import type { SearchedFile, SearchedLines, SearchLine, SearchTextOutput, SearchTotals } from "./types.ts";

/** A position of the search at which an answer may end. */
export interface SearchMark {
  readonly walk: Mark;
  /** Null after the whole file. */
  readonly file: FilePlace | null;
  readonly totals: SearchTotals;
}

/** `shown` is a line, or the number of matching lines of the file. */
export interface Part {
  readonly path: string;
  readonly shown: SearchLine | number;
  /** The position directly after it. */
  readonly mark: SearchMark;
}

/** What the pages of a search have in common, and the parts of this one. */
export interface FoundParts {
  readonly asked: Pick<SearchTextOutput, "path" | "pattern">;
  /** From `toCallId`. */
  readonly call: string;
  readonly parts: readonly Part[];
}

/** How an answer ends, and what it counts. */
interface SearchEnd {
  readonly totals: SearchTotals;
  readonly end: PageEnd;
}

/** The end of an answer at `mark`. */
export function endSearch(
  { walk, file, totals }: SearchMark,
  reason: TruncatedReason,
  { call }: Pick<FoundParts, "call">,
): SearchEnd {
  return { totals, end: endAt(walk, reason, call, writeFilePlace(file)) };
}

/** The least size of a line, or of a file in mode `files`, in any format. */
const LEAST_PART_BYTES = 3;

function measurePart({ path, shown }: Part): number {
  return LEAST_PART_BYTES + (typeof shown === "number" ? path : shown.text).length;
}

/** All parts may also be shown with the end after the last of them, so the whole has one part more. `whole` is its end. */
export function foundLines(found: FoundParts, whole: SearchEnd): Found<SearchTextOutput> {
  const { asked, parts } = found;
  const endAfter = (count: number): SearchEnd => {
    const last = count > parts.length ? undefined : parts[count - 1];
    return last === undefined ? whole : endSearch(last.mark, "max_output_bytes", found);
  };
  return new Found({
    count: parts.length + 1,
    least: 1,
    at: (count) => {
      const { path, pattern } = asked;
      const { totals, end } = endAfter(count);
      const data = { path, pattern, files: toFiles(parts.slice(0, count)), ...totals, ...end };
      return { data, text: () => writeFound(data) };
    },
    boundBytes: () => parts.reduce((sum, part) => sum + measurePart(part), 0),
    endBytes: (count) => {
      const { mark } = parts[count - 1] ?? {};
      return mark === undefined ? 0 : cursorLength({ detail: writeFilePlace(mark.file), place: mark.walk.place });
    },
  });
}

/** Two names that are not UTF-8 may look the same, so files are distinguished by their entries. */
function toFiles(parts: readonly Part[]): (SearchedLines | SearchedFile)[] {
  const files: (SearchedLines | SearchedFile)[] = [];
  let before: Part | null = null;
  for (const part of parts) {
    const { path, shown } = part;
    const last = files.at(-1);
    const isSame = before?.path === path && before.mark.walk.place.last === part.mark.walk.place.last;
    if (typeof shown === "number") files.push({ path, matched_lines: shown });
    else if (isSame && last !== undefined && "lines" in last) last.lines.push(shown);
    else files.push({ path, lines: [shown] });
    before = part;
  }
  return files;
}
