// Decides which entries of a directory become nodes, and why others do not: default excludes, the caller's globs, hidden names, the kind.
// The root of a call is never filtered.

import type { Entry } from "../../../disk/types.ts";
import { GlobSet } from "../../../match/glob.ts";
import type { Glob } from "../../../match/glob_syntax.ts";
import { isDefaultExclude } from "../../../view/default_excludes.ts";
import type { TreeRequest } from "./types.ts";

/** `always`: by its name, whatever the call requests. */
export type TreeDrop = "always" | "excluded" | "hidden" | "kind";

interface DropRule {
  readonly drop: TreeDrop;
  /** Whether an entry is dropped. `prefix` is the part of its path before its name. */
  readonly applies: (entry: Entry, prefix: string) => boolean;
}

/** For the entries of one directory: given the prefix of their paths, returns why an entry has no node, or null if it has one. */
export type TreeFilter = (prefix: string) => (entry: Entry) => TreeDrop | null;

// 1 exclude: names, then globs 2 hidden 3 kind. The order is specified (TR-12); rules that do not apply are not in the list.
export function compileFilter(request: Pick<TreeRequest, "entryKind" | "includeHidden" | "exclude">): TreeFilter {
  const rules: DropRule[] = [{ drop: "always", applies: ({ name }) => isDefaultExclude(name) }];
  if (request.exclude.length > 0) rules.push({ drop: "excluded", applies: toGlobRule(request.exclude) });
  if (!request.includeHidden) rules.push({ drop: "hidden", applies: ({ name }) => name.startsWith(".") });
  // FIFOs, sockets and devices have no nodes.
  const isOtherKind: DropRule["applies"] =
    request.entryKind === "all" ? ({ kind }) => kind === "other" : ({ kind }) => kind !== "directory";
  rules.push({ drop: "kind", applies: isOtherKind });
  return (prefix) => (entry) => rules.find((rule) => rule.applies(entry, prefix))?.drop ?? null;
}

function toGlobRule(globs: readonly Glob[]): DropRule["applies"] {
  const set = new GlobSet(globs);
  return (entry, prefix) => set.find(prefix + entry.name) !== -1;
}
