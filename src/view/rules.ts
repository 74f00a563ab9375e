// The rules by which tools leave out entries of a folder. Each tool lists those that it applies, in its own order.

import type { Entry, EntryKind } from "../disk/types.ts";
import type { GlobProgress } from "../match/glob.ts";
import { isDefaultExclude, isDotGit } from "./default_excludes.ts";
import type { KindReason, Rule } from "./verdict.ts";

/** What a folder tells the rules about an entry. */
export interface FolderFacts {
  /** By the ignore rules. */
  findIgnored(entry: Entry): Rule | null;
  findDenied(entry: Entry): Rule | null;
}

export interface NameRule {
  /** Why it leaves out an entry of the folder; null if it does not. */
  find(entry: Entry, folder: FolderFacts): Rule | null;
  /** The same rule in a child folder. Absent if it is the same in every folder. */
  readonly enter?: (name: string) => NameRule;
}

/** What a tool does with entries of a kind. `unasked`: the call does not request it, so it is not counted either. */
export type KindTreatment = "shown" | "unasked" | KindReason;

export type Kinds = Readonly<Record<EntryKind, KindTreatment>>;

/** The rules of one call of a tool, in the order in which they apply. The kind comes last. */
export interface ViewRules {
  readonly names: readonly NameRule[];
  readonly kinds: Kinds;
}

/** Globs that are matched name by name on the way down. */
export interface FolderGlobs {
  readonly top: GlobProgress;
  matchesIn(folder: GlobProgress, name: string): boolean;
  enter(folder: GlobProgress, name: string): GlobProgress | null;
}

const ALWAYS: Rule = { rule: "always" };
const DEFAULT: Rule = { rule: "default" };
const EXCLUDED: Rule = { rule: "excluded" };
const HIDDEN: Rule = { rule: "hidden" };

/** The default excludes, whatever the call requests. */
export const defaultNames: NameRule = { find: ({ name }) => (isDefaultExclude(name) ? ALWAYS : null) };

/** The default excludes, for a tool that shows them on request; `.git` is never shown. */
export const defaultNamesUnasked: NameRule = {
  find: ({ name }) => (isDotGit(name) ? ALWAYS : isDefaultExclude(name) ? DEFAULT : null),
};

export const dotGit: NameRule = { find: ({ name }) => (isDotGit(name) ? ALWAYS : null) };

export const hidden: NameRule = { find: ({ name }) => (name.startsWith(".") ? HIDDEN : null) };

/** A View without this rule reads no ignore files. */
export const ignored: NameRule = { find: (entry, folder) => folder.findIgnored(entry) };

/** For a tool that does not show the names of denied files. Directories are shown, and not entered. */
export const deniedFiles: NameRule = {
  find: (entry, folder) => (entry.kind === "directory" ? null : folder.findDenied(entry)),
};

const NEVER: NameRule = { find: () => null };

/** Entries that match, with everything in them. `at` is the state of the globs in the folder; null if nothing in it can match. */
export function excludedBy(globs: FolderGlobs, at: GlobProgress | null): NameRule {
  if (at === null) return NEVER;
  return {
    find: ({ name }) => (globs.matchesIn(at, name) ? EXCLUDED : null),
    enter: (name) => excludedBy(globs, globs.enter(at, name)),
  };
}

/** Files that do not match, and directories in which nothing can match. */
export function notIncludedBy(globs: FolderGlobs, at: GlobProgress | null): NameRule {
  const below = (name: string) => at && globs.enter(at, name);
  const isOut = ({ name, kind }: Entry) =>
    kind === "directory" ? below(name) === null : at === null || !globs.matchesIn(at, name);
  return {
    find: (entry) => (isOut(entry) ? EXCLUDED : null),
    enter: (name) => notIncludedBy(globs, below(name)),
  };
}
