// How list_files is presented: to MCP clients, in the instructions for the model, and on the page.

import type { ToolAbout } from "../../about.ts";
import { COUNT, PAGE_END, PATH, READ_AS, record, TEXT } from "../../output_schema.ts";

export const about: ToolAbout = {
  title: "Find files by name",
  use: "finds files by name",
  output: record(
    {
      path: PATH,
      pattern: TEXT,
      paths: { type: "array", items: PATH },
      returned: COUNT,
      ...PAGE_END,
    },
    READ_AS,
  ),
  shows: "names",
};
