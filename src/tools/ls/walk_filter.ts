// What list_directory of the Gemini dialect leaves out, folder by folder, for marks. It shows names that start with a dot.

import type { Entry } from "../../workspace/types.ts";
import { isIgnored, type WalkFilter } from "../looking/walk_filter.ts";

/** For a toolkit. */
export function geminiWalkFilter(): WalkFilter {
  return {
    tool: "list_directory",
    obeys: "git and gemini",
    followsLinks: true,
    inFolder: (ignored) => {
      const leavesOut = (entry: Entry) => (isIgnored(entry, ignored) ? "ignored" : null);
      return { leavesOut, staysOut: leavesOut };
    },
  };
}
