// How search_text is presented: to MCP clients, in the instructions for the model, and on the page.

import type { ToolAbout } from "../../about.ts";
import { COUNT, PAGE_END, PATH, READ_AS, record, TEXT } from "../../output_schema.ts";

const SEARCH_LINE = record(
  { line: { type: "integer", minimum: 1 }, text: TEXT },
  {
    column: { type: "integer", minimum: 1, description: "Of the first match, in code points." },
    match: { const: false, description: "Context: the line does not match." },
    cut: { const: true, description: "The line is longer than text." },
  },
);

export const about: ToolAbout = {
  title: "Search file contents",
  use: "finds lines by their content",
  output: record(
    {
      path: PATH,
      pattern: TEXT,
      files: {
        type: "array",
        items: record(
          { path: PATH },
          {
            lines: { type: "array", items: SEARCH_LINE, description: "In mode lines." },
            matched_lines: { ...COUNT, description: "In mode files." },
          },
        ),
      },
      matched_lines: COUNT,
      matched_files: COUNT,
      searched_files: COUNT,
      searched_bytes: COUNT,
      ...PAGE_END,
    },
    READ_AS,
  ),
  shows: "lines",
};
