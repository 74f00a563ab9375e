// Builds the answer of list_directory, which is shortened by dropping entries from the end of the list.

import { describeLeftOut, type LeftOutCounts } from "../../../walk/left_out.ts";
import { Found } from "../../found.ts";
import { writeEntries } from "./text.ts";
import type { ListDirectoryOutput } from "./types.ts";

/** `leftOut` is that of all directories that were read, also if the output is cut afterwards. */
export function foundEntries(
  output: ListDirectoryOutput,
  leftOut: Readonly<LeftOutCounts> = {},
): Found<ListDirectoryOutput> {
  const { entries } = output;
  const count = entries.length;
  return new Found({
    count,
    least: 0,
    at: (kept) => {
      const data = kept < count ? keepFirst(output, kept) : output;
      return { data, text: (nameTool) => writeEntries(data, leftOut, nameTool) };
    },
    describeLeftOut: () => describeLeftOut(leftOut),
  });
}

function keepFirst(output: ListDirectoryOutput, count: number): ListDirectoryOutput {
  return {
    ...output,
    entries: output.entries.slice(0, count),
    returned: count,
    truncated: true,
    truncated_reason: "max_output_bytes",
  };
}
