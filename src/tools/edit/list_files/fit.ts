// Builds the answer of list_files, or one with only its first paths, which then ends right after the last of them.

import { cursorLength } from "../../../walk/cursor.ts";
import { endAt, type PageEnd } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import type { AnswerParts } from "../../tool.ts";
import type { ListFilesOutput, ListFilesRequest } from "./types.ts";

/** The parts of an answer that are not shown. */
export interface FoundPaths {
  /** From `toCallId`. */
  readonly call: string;
  readonly paths: readonly string[];
  /** The position after each path. */
  readonly marks: readonly Mark[];
}

/** Stored separately, because outputs are plain data. */
const origins = new WeakMap<ListFilesOutput, FoundPaths>();

export function toOutput(asked: Pick<ListFilesOutput, "path" | "pattern">, found: FoundPaths, end: PageEnd) {
  const { path, pattern } = asked;
  const output: ListFilesOutput = { path, pattern, paths: [...found.paths], returned: found.paths.length, ...end };
  origins.set(output, found);
  return output;
}

export const PATHS: AnswerParts<ListFilesRequest, ListFilesOutput> = {
  least: 1,
  count: ({ paths }) => paths.length,
  boundBytes: ({ paths }) => paths.reduce((sum, path) => sum + path.length, 0),
  endBytes(output, count) {
    const { place } = origins.get(output)?.marks[count - 1] ?? {};
    return place === undefined ? 0 : cursorLength({ detail: "", place });
  },
  keep: (output, count) => {
    const found = origins.get(output);
    const last = found?.marks[count - 1];
    if (found === undefined || last === undefined) return output;
    const { call, paths, marks } = found;
    const first = { call, paths: paths.slice(0, count), marks: marks.slice(0, count) };
    return toOutput(output, first, endAt(last, "max_output_bytes", call));
  },
};
