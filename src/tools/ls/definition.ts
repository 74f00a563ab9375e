// The definition of list_directory in the Gemini dialect, in the original's words. Data only.

import { freezeDeep, type ToolDefinition } from "../../registory/definitions.ts";

export const LS_DEFINITION = freezeDeep({
  name: "list_directory",
  description:
    "Lists the names of files and subdirectories directly within a specified directory path. Can optionally ignore entries matching provided glob patterns.",
  parameters: {
    properties: {
      path: {
        description: "The absolute path to the directory to list (must be absolute, not relative)",
        type: "string",
      },
      ignore: {
        description: "List of glob patterns to ignore",
        items: { type: "string" },
        type: "array",
      },
      file_filtering_options: {
        description: "Optional: Whether to respect ignore patterns from .gitignore or .geminiignore",
        type: "object",
        properties: {
          respect_git_ignore: {
            description:
              "Optional: Whether to respect .gitignore patterns when listing files. Only available in git repositories. Defaults to true.",
            type: "boolean",
          },
          respect_gemini_ignore: {
            description: "Optional: Whether to respect .geminiignore patterns when listing files. Defaults to true.",
            type: "boolean",
          },
        },
      },
    },
    required: ["path"],
    type: "object",
  },
} as const satisfies ToolDefinition);
