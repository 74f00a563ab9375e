// How an answer of list_directory is shortened: entries are left out from the end of the list.

import type { AnswerParts } from "../../../gate/spec.ts";
import type { ListDirectoryOutput, ListDirectoryRequest } from "./types.ts";

export const ENTRIES: AnswerParts<ListDirectoryRequest, ListDirectoryOutput> = {
  least: 0,
  count: ({ entries }) => entries.length,
  keep: (output, count) => ({
    ...output,
    entries: output.entries.slice(0, count),
    returned: count,
    truncated: true,
    truncated_reason: "max_output_bytes",
  }),
};
