// The built-in tools by name: with their default limits, and the arguments of other tools that each understands.

import type { ToolAliases } from "../input/aliases.ts";
import type { ToolLimits } from "../registory/config_values.ts";
import { listDirectoryAliases } from "../tools/edit/list_directory/aliases.ts";
import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { listFilesAliases } from "../tools/edit/list_files/aliases.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { readFileAliases } from "../tools/edit/read_file/aliases.ts";
import { readFileTool } from "../tools/edit/read_file/tool.ts";
import { readFilesAliases } from "../tools/edit/read_files/aliases.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { searchTextAliases } from "../tools/edit/search_text/aliases.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { treeAliases } from "../tools/edit/tree/aliases.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";
import type { ToolSpec } from "../tools/tool.ts";
import type { BuiltIn } from "./built_in.ts";

/** The built-in tools as specs, by name, for building an executor of your own. */
export const ToolCatalog = {
  tree: treeTool,
  read_file: readFileTool,
  list_directory: createListDirectoryTool(),
  list_files: createListFilesTool(),
  search_text: createSearchTextTool(),
  read_files: createReadFilesTool(readFileTool),
} as const satisfies Readonly<Record<BuiltIn, Pick<ToolSpec<never, never>, "definition" | "traits">>>;

export const TOOL_ALIASES: Readonly<Record<BuiltIn, (limits: ToolLimits) => ToolAliases>> = {
  tree: ({ tree }) => treeAliases(tree),
  read_file: ({ readFile }) => readFileAliases(readFile),
  list_directory: ({ listDirectory }) => listDirectoryAliases(listDirectory),
  list_files: ({ listFiles }) => listFilesAliases(listFiles),
  search_text: ({ searchText }) => searchTextAliases(searchText),
  read_files: ({ readFiles }) => readFilesAliases(readFiles),
};
