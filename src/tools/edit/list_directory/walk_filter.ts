// What list_directory leaves out of a walk, for marks.

import type { Entry } from "../../../disk/types.ts";
import type { MakeWalkFilter } from "../../../walk/walk_filter.ts";
import { findRule } from "./select.ts";
import type { ListDirectorySettings } from "./types.ts";

/** Uses the owner's settings, which include the kinds that are listed by default. Directories that are not listed are still entered. */
export function listWalkFilter(settings: ListDirectorySettings): MakeWalkFilter {
  const { includeFiles, includeDirs, includeSymlinks, includeOther, respectGitignore } = settings;
  const kinds = { file: includeFiles, directory: includeDirs, symlink: includeSymlinks, other: includeOther };
  return ({ includeHidden = settings.includeHidden }) => ({
    tool: "list_directory",
    obeys: respectGitignore ? "git" : "nothing",
    inFolder: (ignored) => {
      const staysOut = (entry: Entry) => findRule(entry, { includeHidden }, ignored);
      return { staysOut, leavesOut: (entry) => staysOut(entry) ?? (kinds[entry.kind] ? null : "kind") };
    },
  });
}
