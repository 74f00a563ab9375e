// The types of verdicts and of problems with ignore files, and the few verdicts that need no rule.

import type { RulesFault } from "./rule_file_reader.ts";

/** `dot_git`: the path is named `.git`, or lies below one. */
export type IgnoreSource = "gitignore" | "info_exclude" | "global" | "geminiignore" | "portholeignore" | "dot_git";

export interface IgnoreOrigin {
  readonly source: IgnoreSource;
  /** Relative to the workspace root; `~/…` for a file of the user's own; null for any other outside. */
  readonly file: string | null;
  readonly line: number | null;
  /** As it stands in the file, without spaces at the end; null where `file` may not be read by everybody. */
  readonly pattern: string | null;
  /** Where no rule decided: the file has more rules than can be obeyed, so that everything it could hide is ignored. */
  readonly problem?: IgnoreProblemReason;
}

/** Whether a path is ignored, and by which rule. */
export interface IgnoreVerdict {
  /** Whether the path is ignored. */
  readonly ignored: boolean;
  /** The rule that decided. One that brings a path back is told too. */
  readonly from: IgnoreOrigin | null;
}

/**
 * `too_large`, `too_many_rules` (with those of the folders above it): more than is obeyed, so that everything the file could hide is
 * ignored. `not_text`: it contains NUL bytes, which counts only against `.portholeignore`. `leads_outside`: a link in the workspace to something that is not. `unsupported`: git could make sense of the configuration,
 * we do not.
 */
export type IgnoreProblemReason = Exclude<RulesFault, "missing"> | "too_many_rules" | "not_text" | "unsupported";

/** An ignore file, or a file of git's that says where one is, and why it was not obeyed. */
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
