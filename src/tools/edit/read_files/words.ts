// The arguments of other tools that read_files understands (docs/arguments.md).

import { invalidArgument } from "../../../errors/arguments.ts";
import { quoteShort } from "../../../errors/quote.ts";
import type { GivenWord, Meaning, ToolWords } from "../../../input/words.ts";
import { asCount, asList } from "../../word_values.ts";
import type { ReadFilesSettings } from "./types.ts";

export function readFilesWords({ maxLines: most }: ReadFilesSettings): ToolWords {
  const table = [
    {
      name: "paths",
      only: "string" as const,
      means: "`paths` with this path",
      usedBy: "Cline core 0.0.86",
      read: asList("paths"),
    },
    {
      name: "file_path",
      means: "`paths` with this path",
      usedBy: "Claude Code 2.1.197, Cline core 0.0.86",
      read: asList("paths"),
    },
    {
      name: "files",
      means: "`paths`, if no item has lines",
      usedBy: "Cline core 0.0.86",
      read: readFilesOfCline,
    },
    { name: "limit", means: "`max_lines`", usedBy: "Claude Code 2.1.197", read: asCount("max_lines", { most }) },
  ];
  return { table, hasFixedJson: false, keepsUnknown: false };
}

/** `[{ path, start_line?, end_line? }]` */
function readFilesOfCline({ name, value }: GivenWord): Meaning {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const paths = items.map((item) => {
    const { path, start_line, end_line }: Readonly<Record<string, unknown>> = Object(item);
    if (typeof path !== "string")
      throw invalidArgument(`${name} must be an array of objects with a path, not ${quoteShort(value)}`);
    if (start_line != null || end_line != null)
      throw invalidArgument(`${name} cannot have start_line or end_line here: each file is read from its first line`);
    return path;
  });
  return { paths };
}
