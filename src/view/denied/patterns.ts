// Decides which paths are denied by a pattern: the owner's, and the built-in lists. Denied files are listed by name, but their content is
// never shown.

import { invalidArgument } from "../../errors/arguments.ts";
import { quoteShort } from "../../errors/quote.ts";
import { GlobSet } from "../../match/glob.ts";
import { composeNames } from "../../match/letter_case.ts";
import type { Denial, Denied } from "../verdict.ts";
import { BuiltInLists } from "./built_in.ts";
import { readPattern } from "./globs.ts";

export interface DeniedOptions {
  /** The owner's patterns. */
  readonly patterns?: readonly string[];
  /** Whether the built-in lists apply. Default: true. */
  readonly includeDefaults?: boolean;
  /** Whether the list of secrets applies too. Default: false. */
  readonly denySecrets?: boolean;
  /**
   * Files that match, and everything in directories that match, are not denied by a built-in list. The owner's patterns still deny them.
   */
  readonly allowed?: readonly string[];
}

/** Denies paths by glob: the built-in lists and the owner's patterns. */
export class DeniedPatterns implements Denied {
  readonly #owners: readonly string[];
  readonly #ownersGlobs: GlobSet | null;
  readonly #builtIn: BuiltInLists | null;

  /** Throws `invalidArgument` if a pattern is not a glob, or can never match. */
  constructor({ patterns = [], includeDefaults = true, denySecrets = false, allowed = [] }: DeniedOptions) {
    // A copy, so that later changes to the array have no effect. Holes become `undefined`, which is refused.
    this.#owners = [...patterns];
    const globs = this.#owners.map((pattern) => readPattern("denied", pattern));
    this.#ownersGlobs = globs.length === 0 ? null : new GlobSet(globs, { coversBelow: true });
    const lifted = [...allowed].map((pattern) => readPattern("allowed", pattern));
    this.#builtIn = includeDefaults ? new BuiltInLists(denySecrets, lifted) : null;
  }

  /** Why the path, or a directory above it, is denied; null if it is not. */
  find(path: string): Denial | null {
    const pattern = this.#owners[this.#ownersGlobs?.find(composeNames(path)) ?? -1];
    return pattern === undefined ? (this.#builtIn?.find(path) ?? null) : { source: "owner", pattern };
  }
}

/** Throws `invalidArgument` if a pattern starts with the absolute path of the workspace: a leading slash stands for its root. */
export function requireRelative(
  kind: "denied" | "allowed",
  patterns: readonly string[],
  rootNames: readonly string[],
): void {
  for (const pattern of patterns) {
    const root = rootNames.find((name) => name !== "/" && `${pattern}/`.startsWith(`${name}/`));
    if (root === undefined) continue;
    const below = quoteShort(pattern.slice(root.length) || "/");
    const told = `${kind} pattern ${quoteShort(pattern)} is an absolute path`;
    throw invalidArgument(`${told}: patterns are relative to the workspace, so write ${below}`);
  }
}

/** For callers without a configuration. */
export const BUILT_IN_DENIED = new DeniedPatterns({});
