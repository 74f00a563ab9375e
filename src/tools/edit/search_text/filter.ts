// The rules by which search_text leaves out entries.

import {
  defaultNamesUnasked,
  deniedFiles,
  dotGit,
  excludedBy,
  hidden,
  ignored,
  type Kinds,
  notIncludedBy,
  type ViewRules,
} from "../../../view/rules.ts";
import type { SearchTextRequest } from "./types.ts";

const KINDS: Kinds = { file: "shown", directory: "unasked", symlink: "linked", other: "unreadable" };

// 1 excluded: names, then globs 2 hidden 3 ignored 4 denied 5 kind. The order is specified (LK-05).
export function searchRules({
  include,
  exclude,
  includeHidden,
  includeIgnored,
}: Pick<SearchTextRequest, "include" | "exclude" | "includeHidden" | "includeIgnored">): ViewRules {
  const names = [
    includeIgnored ? dotGit : defaultNamesUnasked,
    ...(exclude === null ? [] : [excludedBy(exclude, exclude.top)]),
    ...(include === null ? [] : [notIncludedBy(include, include.top)]),
    ...(includeHidden ? [] : [hidden]),
    ...(includeIgnored ? [] : [ignored]),
    deniedFiles,
  ];
  return { names, kinds: KINDS };
}
