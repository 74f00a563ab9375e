// The built-in tools with their default limits, by the names that a model calls them.

import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { readFileTool } from "../tools/edit/read_file/tool.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";

export const ToolCatalog = {
  tree: treeTool,
  read_file: readFileTool,
  list_directory: createListDirectoryTool(),
} as const;
