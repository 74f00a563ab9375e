// Decides which paths are denied by a pattern: the owner's, and the built-in lists. What is denied is listed by name; its content is never shown.

import { deniedByFile, deniedByPattern, deniedByUnusableFile, type ToolError } from "../errors.ts";
import { GlobSet } from "../patterns/glob.ts";
import { composeNames } from "../patterns/letter_case.ts";
import { BuiltInLists } from "./built_in_lists.ts";
import { readPattern } from "./denied_globs.ts";

/** Why a path is denied. `built_in` and `secrets` are the lists of denied_lists.ts, `owner` the owner's own patterns. */
export type Denial =
  | {
      /** The list that the pattern is from. */
      readonly source: "owner" | "built_in" | "secrets";
      readonly pattern: string;
    }
  | {
      readonly source: "portholeignore";
      /** Where the file lies. */
      readonly file: string;
      /** Null if no rule decided. */
      readonly line: number | null;
      /** As it stands there; null if the file may not be shown to everybody. */
      readonly pattern: string | null;
      /** Why the file cannot be obeyed, so that everything is denied; null if it can. */
      readonly problem: string | null;
    };

/** Everything that denies paths during one call. */
export interface Denied {
  /**
   * Why the path, or a directory above it, is denied; null if it is not. `.` is the root. Some rules are for directories only: if nobody
   * knows what the path is, it is denied only if it would be either way.
   */
  find(path: string, isDirectory?: boolean): Denial | null;
}

export function refusalOf(path: string, denial: Denial): ToolError {
  if (denial.source !== "portholeignore") return deniedByPattern(path, denial.pattern);
  const { file, line, problem } = denial;
  return problem === null ? deniedByFile(path, file, line) : deniedByUnusableFile(path, file, problem);
}

export interface DeniedOptions {
  /** The owner's. */
  readonly patterns?: readonly string[];
  /** Whether the built-in lists are in force. Default: true. */
  readonly includeDefaults?: boolean;
  /** Whether that of secrets is one of them. Default: false. */
  readonly denySecrets?: boolean;
  /** What these match, directories with all that is in them, is not denied by a built-in list. The owner's patterns deny it all the same. */
  readonly allowed?: readonly string[];
}

/** Denies paths by glob: the built-in lists and the owner's patterns. */
export class DeniedPatterns implements Denied {
  readonly #owners: readonly string[];
  readonly #ownersGlobs: GlobSet | null;
  readonly #builtIn: BuiltInLists | null;

  /** Throws `invalidArgument` for a pattern that is not a glob, or can match nothing. */
  constructor({ patterns = [], includeDefaults = true, denySecrets = false, allowed = [] }: DeniedOptions) {
    // A copy: what the program does to its array later changes nothing. Holes become `undefined`, which is refused.
    this.#owners = [...patterns];
    const globs = this.#owners.map((pattern) => readPattern("denied", pattern));
    this.#ownersGlobs = globs.length === 0 ? null : new GlobSet(globs, { ignoreCase: true, coversBelow: true });
    const lifted = [...allowed].map((pattern) => readPattern("allowed", pattern));
    this.#builtIn = includeDefaults ? new BuiltInLists(denySecrets, lifted) : null;
  }

  /** Why the path, or a directory above it, is denied; null if it is not. */
  find(path: string): Denial | null {
    const pattern = this.#owners[this.#ownersGlobs?.find(composeNames(path)) ?? -1];
    return pattern === undefined ? (this.#builtIn?.find(path) ?? null) : { source: "owner", pattern };
  }
}

/** For callers that nobody tells what is denied. */
export const BUILT_IN_DENIED = new DeniedPatterns({});
