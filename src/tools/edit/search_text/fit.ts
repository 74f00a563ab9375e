// Builds the answer of search_text, or one with only its first parts, which then ends right after the last of them. A part is a shown line,
// or a file in mode `files`.

import { cursorLength } from "../../../walk/cursor.ts";
import { endAt, type PageEnd, type TruncatedReason } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import type { AnswerParts } from "../../tool.ts";
import { writeFilePlace } from "./file_cursor.ts";
import type { FilePlace } from "./file_search.ts";
import type {
  SearchedFile,
  SearchedLines,
  SearchLine,
  SearchTextOutput,
  SearchTextRequest,
  SearchTotals,
} from "./types.ts";

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

/** The parts of an answer that are not shown. */
export interface Found {
  readonly asked: Pick<SearchTextOutput, "path" | "pattern">;
  /** From `toCallId`. */
  readonly call: string;
  readonly parts: readonly Part[];
}

/** Stored separately, because outputs are plain data. */
const origins = new WeakMap<SearchTextOutput, Found>();

export function toOutput(found: Found, totals: SearchTotals, end: PageEnd): SearchTextOutput {
  const { path, pattern } = found.asked;
  const output: SearchTextOutput = { path, pattern, files: toFiles(found.parts), ...totals, ...end };
  origins.set(output, found);
  return output;
}

/** The output that ends at `mark`. */
export function cutAt(found: Found, { walk, file, totals }: SearchMark, reason: TruncatedReason): SearchTextOutput {
  return toOutput(found, totals, endAt(walk, reason, found.call, writeFilePlace(file)));
}

/** The least size of a line, or of a file in mode `files`, in any format. */
const LEAST_PART_BYTES = 3;

function measurePart({ path, shown }: Part): number {
  return LEAST_PART_BYTES + (typeof shown === "number" ? path : shown.text).length;
}

export const PARTS: AnswerParts<SearchTextRequest, SearchTextOutput> = {
  least: 1,
  count: (output, maxBytes) =>
    Math.min(origins.get(output)?.parts.length ?? 0, Math.ceil(maxBytes / LEAST_PART_BYTES) + 1),
  boundBytes: (output) => (origins.get(output)?.parts ?? []).reduce((sum, part) => sum + measurePart(part), 0),
  endBytes(output, count) {
    const { mark } = origins.get(output)?.parts[count - 1] ?? {};
    return mark === undefined ? 0 : cursorLength({ detail: writeFilePlace(mark.file), place: mark.walk.place });
  },
  keep: (output, count) => {
    const found = origins.get(output);
    const last = found?.parts[count - 1];
    if (found === undefined || last === undefined) return output;
    return cutAt({ ...found, parts: found.parts.slice(0, count) }, last.mark, "max_output_bytes");
  },
};

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
