// The rules by which list_files leaves out entries.

import { defaultNamesUnasked, dotGit, hidden, ignored, type Kinds, type ViewRules } from "../../../view/rules.ts";
import type { ListFilesKind, ListFilesRequest } from "./types.ts";

const KINDS: Readonly<Record<ListFilesKind, Kinds>> = {
  file: { file: "shown", directory: "unasked", symlink: "linked", other: "unasked" },
  directory: { file: "unasked", directory: "shown", symlink: "linked", other: "unasked" },
  all: { file: "shown", directory: "shown", symlink: "shown", other: "shown" },
};

// 1 excluded: names 2 hidden 3 ignored 4 kind. The order is specified (LK-05). Denied files are shown, as in list_directory.
export function findRules({
  entryKind,
  includeHidden,
  includeIgnored,
}: Pick<ListFilesRequest, "entryKind" | "includeHidden" | "includeIgnored">): ViewRules {
  const names = [includeIgnored ? dotGit : defaultNamesUnasked, ...(includeHidden ? [] : [hidden])];
  return { names: includeIgnored ? names : [...names, ignored], kinds: KINDS[entryKind] };
}
