// How the built-in tools are presented, from overview to detail.

import type { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { ToolAbout } from "../tools/about.ts";
import { about as list_directory } from "../tools/edit/list_directory/about.ts";
import { about as list_files } from "../tools/edit/list_files/about.ts";
import { about as read_file } from "../tools/edit/read_file/about.ts";
import { about as read_files } from "../tools/edit/read_files/about.ts";
import { about as search_text } from "../tools/edit/search_text/about.ts";
import { about as tree } from "../tools/edit/tree/about.ts";

export type BuiltIn = keyof typeof TOOL_DEFINITIONS;

export const ABOUT: Readonly<Record<BuiltIn, ToolAbout>> = {
  tree,
  list_directory,
  list_files,
  search_text,
  read_file,
  read_files,
};

export const BUILT_IN_NAMES = Object.keys(ABOUT) as readonly BuiltIn[];

export function isBuiltIn(name: string): name is BuiltIn {
  return Object.hasOwn(ABOUT, name);
}

export function namesShowing(shows: ToolAbout["shows"]): readonly BuiltIn[] {
  return BUILT_IN_NAMES.filter((name) => ABOUT[name].shows === shows);
}
