// Shortens an answer of list_directory by dropping entries from the end of the list.

import type { LeftOutCounts } from "../../../walk/left_out.ts";
import type { AnswerParts } from "../../tool.ts";
import type { ListDirectoryOutput, ListDirectoryRequest } from "./types.ts";

export const ENTRIES: AnswerParts<ListDirectoryRequest, ListDirectoryOutput> = {
  least: 0,
  count: ({ entries }) => entries.length,
  keep: (output, count) =>
    withLeftOut(
      {
        ...output,
        entries: output.entries.slice(0, count),
        returned: count,
        truncated: true,
        truncated_reason: "max_output_bytes",
      },
      leftOutOf(output),
    ),
};

/** Stored separately, because outputs are plain data. For the text form. */
const leftOuts = new WeakMap<ListDirectoryOutput, Readonly<LeftOutCounts>>();

export function withLeftOut(output: ListDirectoryOutput, leftOut: Readonly<LeftOutCounts>): ListDirectoryOutput {
  leftOuts.set(output, leftOut);
  return output;
}

/** For all directories that were read, also if the output was cut afterwards. */
export function leftOutOf(output: ListDirectoryOutput): Readonly<LeftOutCounts> {
  return leftOuts.get(output) ?? {};
}
