// The built-in tools by name: with their default limits, and the arguments of other tools that each understands.

import type { ToolWords } from "../input/words.ts";
import type { ToolLimits } from "../registory/config_values.ts";
import { createListDirectoryTool } from "../tools/edit/list_directory/tool.ts";
import { listDirectoryWords } from "../tools/edit/list_directory/words.ts";
import { createListFilesTool } from "../tools/edit/list_files/tool.ts";
import { listFilesWords } from "../tools/edit/list_files/words.ts";
import { readFileTool } from "../tools/edit/read_file/tool.ts";
import { readFileWords } from "../tools/edit/read_file/words.ts";
import { createReadFilesTool } from "../tools/edit/read_files/tool.ts";
import { readFilesWords } from "../tools/edit/read_files/words.ts";
import { createSearchTextTool } from "../tools/edit/search_text/tool.ts";
import { searchTextWords } from "../tools/edit/search_text/words.ts";
import { treeTool } from "../tools/edit/tree/tool.ts";
import { treeWords } from "../tools/edit/tree/words.ts";
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

export const TOOL_WORDS: Readonly<Record<BuiltIn, (limits: ToolLimits) => ToolWords>> = {
  tree: ({ tree }) => treeWords(tree),
  read_file: ({ readFile }) => readFileWords(readFile),
  list_directory: ({ listDirectory }) => listDirectoryWords(listDirectory),
  list_files: ({ listFiles }) => listFilesWords(listFiles),
  search_text: ({ searchText }) => searchTextWords(searchText),
  read_files: ({ readFiles }) => readFilesWords(readFiles),
};
