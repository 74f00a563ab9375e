// Decides which entries of a directory become nodes, and why others do not: default excludes, the caller's globs, hidden names, the kind.
// The root of a call is never filtered.

import { GlobSet } from "../../../patterns/glob.ts";
import type { Glob } from "../../../patterns/glob_syntax.ts";
import type { Entry } from "../../../workspace/types.ts";
import { isDefaultExclude } from "../../default_excludes.ts";
import type { TreeRequest } from "./types.ts";

/** `always`: by its name, whatever the call requests. */
export type TreeDrop = "always" | "excluded" | "hidden" | "kind";

/** Whether an entry is dropped. `prefix` is the part of its path before its name. */
type DropRule = readonly [TreeDrop, (entry: Entry, prefix: string) => boolean];

/** For the entries of one directory: given the prefix of their paths, returns why an entry has no node, or null if it has one. */
export type TreeFilter = (prefix: string) => (entry: Entry) => TreeDrop | null;

// 1 exclude: names, then globs 2 hidden 3 kind. The order is specified (TR-12); rules that do not apply are not in the list.
export function compileFilter(request: Pick<TreeRequest, "entryKind" | "includeHidden" | "exclude">): TreeFilter {
  const rules: DropRule[] = [["always", ({ name }) => isDefaultExclude(name)]];
  if (request.exclude.length > 0) rules.push(["excluded", toGlobRule(request.exclude)]);
  if (!request.includeHidden) rules.push(["hidden", ({ name }) => name.startsWith(".")]);
  // FIFOs, sockets and devices have no nodes.
  rules.push([
    "kind",
    request.entryKind === "all" ? ({ kind }) => kind === "other" : ({ kind }) => kind !== "directory",
  ]);
  return (prefix) => (entry) => rules.find(([, drops]) => drops(entry, prefix))?.[0] ?? null;
}

function toGlobRule(globs: readonly Glob[]): DropRule[1] {
  const set = new GlobSet(globs);
  return (entry, prefix) => set.find(prefix + entry.name) !== -1;
}
