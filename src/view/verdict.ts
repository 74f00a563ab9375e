// What a tool does with an entry, and the rule that decided. Only a View and guard.ts make verdicts; everything else follows, counts or
// prints them. Types, but for two constants.

import type { EntryKind } from "../disk/types.ts";
import type { IgnoreOrigin } from "../git/ignore_verdict.ts";

/** Why a path is denied. `built_in` and `secrets` are the lists of denied/lists.ts, `owner` the owner's own patterns. */
export type Denial =
  | {
      /** The list of the pattern. */
      readonly source: "owner" | "built_in" | "secrets";
      readonly pattern: string;
    }
  | {
      readonly source: "portholeignore";
      /** The path of the file. */
      readonly file: string;
      /** Null if no rule decided. */
      readonly line: number | null;
      /** As written in the file; null if it may not be shown. */
      readonly pattern: string | null;
      /** Why the file cannot be applied, so that everything is denied; otherwise null. */
      readonly problem: string | null;
    };

/** The two names of an object: as requested, and with links resolved. */
export interface BothNames {
  readonly path: string;
  readonly location: string;
}

/** Everything that denies paths during one call. */
export interface Denied {
  /**
   * Why the path, or a directory above it, is denied; otherwise null. `.` is the root. Some rules only match directories: if the kind is
   * unknown, the path is denied only if it would be in both cases.
   */
  find(path: string, isDirectory?: boolean): Denial | null;
}

/** As what a kind that the tool cannot show is counted. */
export type KindReason = "linked" | "special" | "unreadable";

/** Why a name is not shown, or why what it names is not entered or read. */
export type Rule =
  /** By its name, whatever the call requests. */
  | { readonly rule: "always" }
  /** By its name, unless the call requests ignored files. */
  | { readonly rule: "default" }
  /** By a glob of the call. */
  | { readonly rule: "excluded" }
  /** Its name starts with a dot. */
  | { readonly rule: "hidden" }
  | { readonly rule: "ignored"; readonly from: IgnoreOrigin | null }
  | { readonly rule: "denied"; readonly denial: Denial }
  /** The call does not request this kind; `counts` is null if it is not counted. A directory is entered anyway. */
  | { readonly rule: "kind"; readonly kind: EntryKind; readonly counts: KindReason | null }
  /** It leads out of the workspace, nowhere, or cannot be looked at. */
  | { readonly rule: "outside" | "missing" | "unknown" }
  /** It is or leads outside the folders that the owner allows. */
  | { readonly rule: "not_allowed"; readonly roots: readonly string[] };

/** Whether a tool shows a name. */
export type NameVerdict = "shown" | Rule;

/** Whether a tool may enter or read what a name stands for. */
export type ContentVerdict = "open" | Rule;
