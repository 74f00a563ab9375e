// What `tree` leaves out of a walk, for marks.

import type { Entry } from "../../../disk/types.ts";
import { isIgnored, type MakeWalkFilter, type Omission } from "../../../walk/walk_filter.ts";
import { compileFilter } from "./filter.ts";
import type { TreeSettings } from "./types.ts";

/** For all kinds of entries. */
export function treeWalkFilter({ respectGitignore }: Pick<TreeSettings, "respectGitignore">): MakeWalkFilter {
  return ({ includeHidden = false }) => {
    const drop = compileFilter({ entryKind: "all", includeHidden, exclude: [] })("");
    return {
      tool: "tree",
      obeys: respectGitignore ? "git" : "nothing",
      inFolder: (ignored) => {
        const leavesOut = (entry: Entry): Omission | null =>
          drop(entry) ?? (isIgnored(entry, ignored) ? "ignored" : null);
        return { leavesOut, staysOut: leavesOut };
      },
    };
  };
}
