// How read_files is presented: to MCP clients, in the instructions for the model, and on the page.

import { describeReadFiles } from "../../../registory/definitions.ts";
import type { ToolAbout } from "../../about.ts";
import { COUNT, ERROR, FILE_ANSWER, READ_AS, record, TEXT } from "../../output_schema.ts";

export const about: ToolAbout = {
  title: "Read several text files",
  use: "reads several",
  describe: describeReadFiles,
  output: record(
    {
      files: {
        type: "array",
        description: "In the order of paths.",
        items: { anyOf: [FILE_ANSWER, record({ path: TEXT, error: ERROR })] },
      },
      returned: COUNT,
    },
    READ_AS,
  ),
  shows: "files",
  onPage: { kinds: ["file"], argument: "paths" },
};
