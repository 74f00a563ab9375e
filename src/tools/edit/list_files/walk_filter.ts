// What list_files leaves out of a walk, for marks.

import type { Entry } from "../../../disk/types.ts";
import type { Denied } from "../../../view/denied/patterns.ts";
import { EntryFilter, type Judgement } from "../../../walk/entry_filter.ts";
import type { MakeWalkFilter, Omission } from "../../../walk/walk_filter.ts";
import type { ListFilesSettings } from "./types.ts";
import { type ShownBy, toRules } from "./usecase.ts";

const NOTHING_DENIED: Denied = { find: () => null };

/** For all kinds of entries, without a pattern. Denied files are handled elsewhere. */
export function findWalkFilter({ respectGitignore }: Pick<ListFilesSettings, "respectGitignore">): MakeWalkFilter {
  return ({ includeHidden = false }) => {
    const shownBy: ShownBy = { entryKind: "all", includeHidden, includeIgnored: false, sought: null };
    const rules = toRules(shownBy, { denied: NOTHING_DENIED });
    return {
      tool: "list_files",
      obeys: respectGitignore ? "git" : "nothing",
      inFolder: (ignored) => {
        const filter = EntryFilter.atStart(rules, ignored);
        const leavesOut = (entry: Entry) => toOmission(filter.judge(entry, { path: "", location: "" }));
        return { leavesOut, staysOut: leavesOut };
      },
    };
  };
}

function toOmission({ isVisited, leftOut }: Judgement): Omission | null {
  if (isVisited) return null;
  return leftOut === "hidden" || leftOut === "ignored" ? leftOut : "default";
}
