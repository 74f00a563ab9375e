// The types of verdicts and of problems with ignore files, and the few verdicts that need no rule.

import type { RulesFault } from "./rule_file_reader.ts";

/** `dot_git`: the path is named `.git`, or is below one. */
export type IgnoreSource = "gitignore" | "info_exclude" | "global" | "geminiignore" | "portholeignore" | "dot_git";

export interface IgnoreOrigin {
  readonly source: IgnoreSource;
  /** Relative to the workspace root; `~/…` for a file of the user's own; null for any other file outside. */
  readonly file: string | null;
  readonly line: number | null;
  /** As written in the file, without trailing spaces; null if `file` may not be shown. */
  readonly pattern: string | null;
  /** Set if no rule decided: the file has too many rules, so everything that it could hide is ignored. */
  readonly problem?: IgnoreProblemReason;
}

/** Whether a path is ignored, and by which rule. */
export interface IgnoreVerdict {
  /** Whether the path is ignored. */
  readonly ignored: boolean;
  /** The deciding rule, also if it includes the path again. */
  readonly from: IgnoreOrigin | null;
}

/**
 * `too_large`, `too_many_rules` (including those of the folders above): over the limit, so everything that the file could hide is ignored.
 * `not_text`: it contains NUL bytes; only for `.portholeignore`. `leads_outside`: a link out of the workspace. `unsupported`: a
 * part of git's configuration that porthole does not read, such as `includeIf`.
 */
export type IgnoreProblemReason = Exclude<RulesFault, "missing"> | "too_many_rules" | "not_text" | "unsupported";

/** An ignore file, or one of git's files that names it, and why it was not applied. */
export interface IgnoreProblem {
  readonly source: IgnoreSource;
  /** As in `IgnoreOrigin`. */
  readonly file: string | null;
  readonly reason: IgnoreProblemReason;
}

export const NOT_IGNORED: IgnoreVerdict = { ignored: false, from: null };

export const DOT_GIT: IgnoreVerdict = {
  ignored: true,
  from: { source: "dot_git", file: null, line: null, pattern: null },
};
