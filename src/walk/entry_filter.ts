// Decides what a walk does with one entry: visit it, leave it out and count why, or enter it. Pure.

import type { CallClock } from "../disk/call_clock.ts";
import type { Entry, EntryKind, SealedDirectory } from "../disk/types.ts";
import type { IgnoreWalk } from "../git/ignore_walk.ts";
import type { GlobProgress } from "../match/glob.ts";
import { isDefaultExclude, isDotGit } from "../view/default_excludes.ts";
import type { Denied } from "../view/denied/patterns.ts";
import type { LeftOutReason } from "./left_out.ts";
import type { PathGlobs } from "./path_globs.ts";

/** What the tool does with entries of one kind that no rule leaves out. `pass`: nothing; directories are entered anyway. */
export type Treatment = "visit" | "pass" | "linked" | "unreadable";

export interface EntryRules {
  readonly kinds: Readonly<Record<EntryKind, Treatment>>;
  /** The requested paths, relative to the start. Entries that can neither match nor contain a match are not counted. Null: everything. */
  readonly sought: PathGlobs | null;
  /** Files that do not match are left out. Null: none. */
  readonly include: PathGlobs | null;
  /** Entries that match are left out, including everything in them. Null: none. */
  readonly exclude: PathGlobs | null;
  readonly includeHidden: boolean;
  /** Also files that the ignore rules hide, and the default excludes; `.git` is still not entered. */
  readonly includeIgnored: boolean;
  readonly denied: Denied;
  /** Whether the names of denied files are shown. Denied directories are never entered. */
  readonly showsDenied: boolean;
}

/** The prefix of a folder's entries: in requested paths, and with links resolved. */
export interface FolderPrefix {
  readonly path: string;
  readonly location: string;
}

export interface Judgement {
  readonly isVisited: boolean;
  readonly leftOut: LeftOutReason | null;
  /** The state of the globs in it; null if it is not entered. */
  readonly below: FolderGlobs | null;
}

/** Null: the rules have no such globs, or nothing below can match them. */
export interface FolderGlobs {
  readonly sought: GlobProgress | null;
  readonly include: GlobProgress | null;
  readonly exclude: GlobProgress | null;
}

const NOT_SOUGHT: Judgement = { isVisited: false, leftOut: null, below: null };

/** The rules in one folder. */
export class EntryFilter {
  readonly #rules: EntryRules;
  readonly #globs: FolderGlobs;
  readonly #ignored: IgnoreWalk | null;

  private constructor(rules: EntryRules, globs: FolderGlobs, ignored: IgnoreWalk | null) {
    this.#rules = rules;
    this.#globs = globs;
    this.#ignored = ignored;
  }

  /** At the start of a walk. */
  static atStart(rules: EntryRules, ignored: IgnoreWalk | null): EntryFilter {
    const { sought, include, exclude, includeIgnored } = rules;
    const globs = { sought: sought?.top ?? null, include: include?.top ?? null, exclude: exclude?.top ?? null };
    return new EntryFilter(rules, globs, includeIgnored ? null : ignored);
  }

  /** Enters a child that is open as `directory`; `globs` come from its judgement. */
  async enter(raw: string, directory: SealedDirectory, globs: FolderGlobs, clock: CallClock): Promise<EntryFilter> {
    const ignored = this.#ignored && (await this.#ignored.enter(raw, directory, clock));
    return new EntryFilter(this.#rules, globs, ignored);
  }

  // 1 excluded 2 hidden 3 ignored 4 denied 5 the tool's treatment of its kind. The order is specified (LK-05).
  judge(entry: Entry, prefix: FolderPrefix): Judgement {
    const isDirectory = entry.kind === "directory";
    const globs = isDirectory ? this.#globsIn(entry.name) : null;
    const isSought = this.#isSought(entry);
    if (!isSought && globs === null) return NOT_SOUGHT;
    const leftOut = this.#findRule(entry, globs);
    if (leftOut !== null) return { ...NOT_SOUGHT, leftOut };
    const mustAsk = globs !== null || !(isDirectory || this.#rules.showsDenied);
    const isDenied = mustAsk && this.#isDenied(entry.name, prefix, isDirectory);
    const treatment = isSought ? this.#rules.kinds[entry.kind] : "pass";
    if (isDenied) return { isVisited: isDirectory && treatment === "visit", leftOut: "denied", below: null };
    const isLeftOut = treatment === "linked" || treatment === "unreadable";
    return { isVisited: treatment === "visit", leftOut: isLeftOut ? treatment : null, below: globs };
  }

  #isSought({ name, kind }: Entry): boolean {
    const { kinds, sought } = this.#rules;
    if (kinds[kind] === "pass") return false;
    return sought === null || (this.#globs.sought !== null && sought.matchesIn(this.#globs.sought, name));
  }

  /** Null if nothing in that directory can match. */
  #globsIn(name: string): FolderGlobs | null {
    const { sought, include, exclude } = this.#rules;
    const below = {
      sought: this.#globs.sought && (sought?.enter(this.#globs.sought, name) ?? null),
      include: this.#globs.include && (include?.enter(this.#globs.include, name) ?? null),
      exclude: this.#globs.exclude && (exclude?.enter(this.#globs.exclude, name) ?? null),
    };
    return sought !== null && below.sought === null ? null : below;
  }

  #findRule({ name, raw, kind }: Entry, globs: FolderGlobs | null): LeftOutReason | null {
    if (this.#isExcluded(name, kind, globs)) return "excluded";
    if (!this.#rules.includeHidden && name.startsWith(".")) return "hidden";
    return this.#ignored?.isIgnored(raw, kind === "directory") ? "ignored" : null;
  }

  #isExcluded(name: string, kind: EntryKind, globs: FolderGlobs | null): boolean {
    const { include, exclude, includeIgnored } = this.#rules;
    if (isDotGit(name) || (!includeIgnored && isDefaultExclude(name))) return true;
    if (exclude !== null && this.#globs.exclude !== null && exclude.matchesIn(this.#globs.exclude, name)) return true;
    if (include === null) return false;
    if (kind === "directory") return globs?.include === null;
    return this.#globs.include === null || !include.matchesIn(this.#globs.include, name);
  }

  /** By both names: the request may have come through a link. */
  #isDenied(name: string, { path, location }: FolderPrefix, isDirectory: boolean): boolean {
    const find = (place: string) => this.#rules.denied.find(place + name, isDirectory);
    return find(location) !== null || (path !== location && find(path) !== null);
  }
}
