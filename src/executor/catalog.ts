// The tools of a toolkit, by the names that a model calls them, with their built-in limits. Leaves running them to the toolkit.

import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { readFileTool } from "../tools/edit/read_file/tool.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";

export const ToolCatalog = {
  tree: treeTool,
  read_file: readFileTool,
  list_directory: createListDirectoryTool(),
} as const;
