// Builds the answer of list_files, or one with only its first paths, which then ends right after the last of them.

import { cursorLength } from "../../../walk/cursor.ts";
import { endAt, type PageEnd } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import { Found } from "../../found.ts";
import { writePaths } from "./text.ts";
import type { ListFilesOutput } from "./types.ts";

export interface FoundPaths {
  readonly asked: Pick<ListFilesOutput, "path" | "pattern">;
  /** From `toCallId`. */
  readonly call: string;
  readonly paths: readonly string[];
  /** The position after each path. */
  readonly marks: readonly Mark[];
}

/** All paths may also be shown with the end after the last of them, so the whole has one part more. `end` is that of the whole. */
export function foundPaths(found: FoundPaths, end: PageEnd): Found<ListFilesOutput> {
  const { asked, call, paths, marks } = found;
  const endAfter = (count: number): PageEnd => {
    const mark = count > paths.length ? undefined : marks[count - 1];
    return mark === undefined ? end : endAt(mark, "max_output_bytes", call);
  };
  return new Found({
    count: paths.length + 1,
    least: 1,
    at: (count) => {
      const { path, pattern } = asked;
      const shown = paths.slice(0, count);
      const data = { path, pattern, paths: shown, returned: shown.length, ...endAfter(count) };
      return { data, text: () => writePaths(data) };
    },
    boundBytes: () => paths.reduce((sum, path) => sum + path.length, 0),
    endBytes: (count) => {
      const { place } = marks[count - 1] ?? {};
      return place === undefined ? 0 : cursorLength({ detail: "", place });
    },
  });
}
