// The built-in tools with their default limits, by name.

import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { readFileTool } from "../tools/edit/read_file/tool.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";

/** The built-in tools as specs, by name, for building an executor of your own. */
export const ToolCatalog = {
  tree: treeTool,
  read_file: readFileTool,
  list_directory: createListDirectoryTool(),
  list_files: createListFilesTool(),
  search_text: createSearchTextTool(),
  read_files: createReadFilesTool(readFileTool),
} as const;
