// What a walk does with one entry: visit it, leave it out and count why, enter it. Pure decisions; the walk goes where it is told to.

import type { IgnoreWalk } from "../../discovery/walk.ts";
import type { GlobProgress } from "../../patterns/glob.ts";
import type { Denied } from "../../security/denied.ts";
import type { CallClock } from "../../workspace/call_clock.ts";
import type { Entry, EntryKind, SealedDirectory } from "../../workspace/types.ts";
import { isDefaultExclude, isDotGit } from "../default_excludes.ts";
import type { LeftOutReason } from "./left_out.ts";
import type { PathGlobs } from "./path_globs.ts";

/** What the tool does with entries of one kind that nothing else leaves out. `pass`: nothing; a directory is entered in any case. */
export type Treatment = "visit" | "pass" | "linked" | "unreadable";

export interface EntryRules {
  readonly kinds: Readonly<Record<EntryKind, Treatment>>;
  /** What is sought, relative to the start. What cannot match, nor hold a match, is not counted. Null: everything. */
  readonly sought: PathGlobs | null;
  /** Files that it does not match are left out. Null: no file is. */
  readonly include: PathGlobs | null;
  /** What it matches is left out, directories with all that is in them. Null: nothing is. */
  readonly exclude: PathGlobs | null;
  readonly includeHidden: boolean;
  /** Also what the ignore rules hide, and the names that walks leave out by default; `.git` stays shut. */
  readonly includeIgnored: boolean;
  readonly denied: Denied;
  /** Whether the name of a denied file is shown. A denied directory is never entered. */
  readonly showsDenied: boolean;
}

/** What stands before the names of a folder's entries: in paths as they were asked for, and links resolved. */
export interface FolderPrefix {
  readonly path: string;
  readonly location: string;
}

export interface Judgement {
  readonly isVisited: boolean;
  readonly leftOut: LeftOutReason | null;
  /** How far the globs have come in it; null if it is not entered. */
  readonly below: FolderGlobs | null;
}

/** Null: the rules have no such globs, or nothing below can match them. */
export interface FolderGlobs {
  readonly sought: GlobProgress | null;
  readonly include: GlobProgress | null;
  readonly exclude: GlobProgress | null;
}

const NOT_SOUGHT: Judgement = { isVisited: false, leftOut: null, below: null };

/** The rules as they are in one folder. */
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

  /** Into a child that is open as `directory`; `globs` are those of its judgement. */
  async enter(raw: string, directory: SealedDirectory, globs: FolderGlobs, clock: CallClock): Promise<EntryFilter> {
    const ignored = this.#ignored && (await this.#ignored.enter(raw, directory, clock));
    return new EntryFilter(this.#rules, globs, ignored);
  }

  // 1 excluded  2 hidden  3 ignored  4 denied  5 what the tool makes of its kind. The order is specified (LK-05).
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

  /** Null if nothing that is sought can lie in that directory. */
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
