// The rules by which `tree` leaves out entries: default excludes, the caller's globs, hidden names, ignored ones, the kind.

import { GlobSet } from "../../../match/glob.ts";
import { defaultNames, excludedBy, hidden, ignored, type Kinds, type ViewRules } from "../../../view/rules.ts";
import type { TreeEntryKind, TreeRequest } from "./types.ts";

const KINDS: Readonly<Record<TreeEntryKind, Kinds>> = {
  all: { directory: "shown", file: "shown", symlink: "shown", other: "special" },
  directory: { directory: "shown", file: "unasked", symlink: "unasked", other: "unasked" },
};

// 1 exclude: names, then globs 2 hidden 3 ignored 4 kind. The order is specified (TR-12); rules that do not apply are not in the list.
export function compileFilter(
  { entryKind, includeHidden, exclude }: Pick<TreeRequest, "entryKind" | "includeHidden" | "exclude">,
  path: string,
): ViewRules {
  const globs = exclude.length === 0 ? [] : [excludedFrom(new GlobSet(exclude), path)];
  return { names: [defaultNames, ...globs, ...(includeHidden ? [] : [hidden]), ignored], kinds: KINDS[entryKind] };
}

/** The globs are relative to the workspace, not to the requested path. */
function excludedFrom(globs: GlobSet, path: string) {
  const names = path === "." ? [] : path.split("/");
  return excludedBy(
    globs,
    names.reduce<GlobSet["top"] | null>((at, name) => at && globs.enter(at, name), globs.top),
  );
}
