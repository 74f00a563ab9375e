// What a tool leaves out of a walk with default arguments. Each tool makes one from its own filter; marks are computed from them.

import type { Entry } from "../disk/types.ts";
import type { IgnoreWalk } from "../git/ignore_walk.ts";

/** `always`: by its name, whatever the call requests. `default`: by its name, unless requested. `excluded`: by a glob of the call. */
export type Omission = "always" | "default" | "excluded" | "hidden" | "ignored" | "kind";

export interface WalkFilter {
  readonly tool: string;
  /** The ignore rules that it applies. */
  readonly obeys: "nothing" | "git";
  /** For the entries of one folder; `ignored` are the ignore rules there. */
  inFolder(ignored: IgnoreWalk | null): FolderFilter;
}

export interface FolderFilter {
  /** Why the tool does not show an entry; null if it does. */
  leavesOut(entry: Entry): Omission | null;
  /** Why it does not enter a directory, if that is not denied. */
  staysOut(directory: Entry): Omission | null;
}

/** Undefined: the tool's default. */
export type MakeWalkFilter = (options: { readonly includeHidden: boolean | undefined }) => WalkFilter;

export function isIgnored({ raw, kind }: Entry, ignored: IgnoreWalk | null): boolean {
  return ignored?.isIgnored(raw, kind === "directory") ?? false;
}
