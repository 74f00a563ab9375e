// How read_file is presented: to MCP clients, in the instructions for the model, and on the page.

import type { ToolAbout } from "../../about.ts";
import { FILE_ANSWER } from "../../output_schema.ts";

export const about: ToolAbout = {
  title: "Read a text file",
  use: "reads a text file",
  output: FILE_ANSWER,
  shows: "files",
  onPage: { kinds: ["file", "symlink", "other"], argument: "path", line: "start_line" },
};
