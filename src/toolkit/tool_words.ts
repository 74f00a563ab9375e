// The foreign arguments of all built-in tools, by tool, for the owner's limits.

import type { ToolWords } from "../input/words.ts";
import type { ConfigValues } from "../registory/config_values.ts";
import type { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import { listDirectoryWords } from "../tools/edit/list_directory/words.ts";
import { listFilesWords } from "../tools/edit/list_files/words.ts";
import { readFileWords } from "../tools/edit/read_file/words.ts";
import { readFilesWords } from "../tools/edit/read_files/words.ts";
import { searchTextWords } from "../tools/edit/search_text/words.ts";
import { treeWords } from "../tools/edit/tree/words.ts";

type Limits = Pick<ConfigValues, "tree" | "readFile" | "listDirectory" | "listFiles" | "searchText" | "readFiles">;

export const TOOL_WORDS: Readonly<Record<keyof typeof TOOL_DEFINITIONS, (limits: Limits) => ToolWords>> = {
  tree: ({ tree }) => treeWords(tree),
  read_file: ({ readFile }) => readFileWords(readFile),
  list_directory: ({ listDirectory }) => listDirectoryWords(listDirectory),
  list_files: ({ listFiles }) => listFilesWords(listFiles),
  search_text: ({ searchText }) => searchTextWords(searchText),
  read_files: ({ readFiles }) => readFilesWords(readFiles),
};

/** The names of Gemini CLI are this dialect's own. */
export const GEMINI_WORDS: ToolWords = { table: [], hasFixedJson: true, keepsUnknown: false };
