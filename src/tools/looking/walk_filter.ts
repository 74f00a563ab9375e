// What a tool leaves out of a walk with default arguments. Each tool makes one of these from the filter that it works with itself; marks
// are made of them.

import type { IgnoreWalk } from "../../discovery/walk.ts";
import type { Entry } from "../../workspace/types.ts";

/** `always`: by its name, whatever is asked for. `default`: by its name, unless it is asked for. `excluded`: by a glob of the call. */
export type Omission = "always" | "default" | "excluded" | "hidden" | "ignored" | "kind";

export interface WalkFilter {
  readonly tool: string;
  /** Which ignore rules it obeys. */
  readonly obeys: "nothing" | "git" | "git and gemini";
  /** It shows what links lead to, and so leaves out those that lead out or nowhere. */
  readonly followsLinks?: true;
  /** For the entries of one folder; `ignored` are the ignore rules there. */
  inFolder(ignored: IgnoreWalk | null): FolderFilter;
}

export interface FolderFilter {
  /** Why the tool does not show an entry; null if it does. */
  leavesOut(entry: Entry): Omission | null;
  /** Why it does not go into a directory, if that is not denied. */
  staysOut(directory: Entry): Omission | null;
}

/** Undefined: as the tool does by default. */
export type MakeWalkFilter = (options: { readonly includeHidden: boolean | undefined }) => WalkFilter;

export function isIgnored({ raw, kind }: Entry, ignored: IgnoreWalk | null): boolean {
  return ignored?.isIgnored(raw, kind === "directory") ?? false;
}
