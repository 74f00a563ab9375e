// The arguments of other tools that read_files understands. docs/arguments.md says who uses them.

import { invalidArgument } from "../../../errors/arguments.ts";
import { quoteShort } from "../../../errors/quote.ts";
import type { GivenAlias, Meaning, ToolAliases } from "../../../input/aliases.ts";
import { asCount, asList } from "../../alias_values.ts";
import type { ReadFilesSettings } from "./types.ts";

export function readFilesAliases({ maxLines: most }: ReadFilesSettings): ToolAliases {
  const table = {
    paths: { ...asList("paths"), only: "string" as const },
    file_path: asList("paths"),
    files: { read: readFilesOfCline },
    limit: asCount("max_lines", { most }),
  };
  return { table, hasFixedJson: false };
}

/** `[{ path, start_line?, end_line? }]` */
function readFilesOfCline({ name, value }: GivenAlias): Meaning {
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
