// FileDiscoveryService: tells which paths of a project its ignore rules hide, and by which rule. It keeps compiled rules between calls, but
// no descriptors.

import { resolve } from "node:path";
import { CallClock } from "../disk/call_clock.ts";
import { textToRaw } from "../disk/names.ts";
import { openIfRoot } from "../disk/open.ts";
import { inSlices, type Steps, toEnd } from "../disk/steps.ts";
import type { Directory, Entry, Folder, Strategy, Workspace } from "../disk/types.ts";
import { notDirectory } from "../errors/paths.ts";
import { type IgnoreProblem, type IgnoreVerdict, NOT_IGNORED } from "../git/ignore_verdict.ts";
import { combine, enterAll, enterUnread, IgnoreWalk } from "../git/ignore_walk.ts";
import { RuleFileReader, type RuleFileReaderOptions } from "../git/rule_file_reader.ts";
import type { Environment } from "../git/user_folders.ts";
import { RuleCache, WorkspaceRules } from "../git/workspace_rules.ts";
import { BUILT_IN_DENIED } from "./denied/patterns.ts";
import { Kinds, LookUp, readAskedPath } from "./look_up.ts";

export interface FilterFilesOptions {
  /** Default: true. */
  readonly respectGitIgnore?: boolean | undefined;
  /** Default: true. */
  readonly respectGeminiIgnore?: boolean | undefined;
}

export interface FilterReport {
  readonly filteredPaths: string[];
  readonly gitIgnoredCount: number;
  /** Without those that git's rules already hide. */
  readonly geminiIgnoredCount: number;
}

/** Which family of rules hides an entry, or null. */
export type EntryJudge = (entry: Pick<Entry, "raw" | "kind">) => "git" | "gemini" | null;

export interface PathExplanation {
  readonly git: IgnoreVerdict;
  readonly gemini: IgnoreVerdict;
  /** Ignore files on the way that could not be applied. */
  readonly problems: readonly IgnoreProblem[];
}

export interface FileDiscoveryOptions {
  /** Where the user's own git configuration is found. Default: that of the process. */
  readonly environment?: Environment;
  /** Default: the strongest that the system offers. */
  readonly strategy?: Strategy;
  /** The project root, if the caller has it open; then nothing is opened by the root's path. Default: opened for each call. */
  readonly held?: HeldProject;
}

/** An open project root, and which of its files must not be read as rules or shown. */
export interface HeldProject extends RuleFileReaderOptions {
  readonly workspace: Workspace;
}

/**
 * Paths are relative to the project root, or absolute inside it. A path with a trailing slash is a directory; for others the disk decides.
 * Paths outside the root are never ignored.
 */
export class FileDiscoveryService {
  readonly #root: string;
  readonly #strategy: Strategy | undefined;
  readonly #held: HeldProject | undefined;
  readonly #store: RuleCache;
  #problems: readonly IgnoreProblem[] = [];

  constructor(projectRoot: string, options: FileDiscoveryOptions = {}) {
    this.#root = resolve(projectRoot);
    this.#strategy = options.strategy;
    this.#held = options.held;
    this.#store = new RuleCache(options.environment ?? process.env);
  }

  /** The paths that are not ignored, in the order given. */
  filterFiles(paths: readonly string[], options: FilterFilesOptions = {}): string[] {
    return this.filterFilesWithReport(paths, options).filteredPaths;
  }

  /** Like `filterFiles`, with the number of paths that were left out. */
  filterFilesWithReport(paths: readonly string[], options: FilterFilesOptions = {}): FilterReport {
    const filteredPaths: string[] = [];
    let [gitIgnoredCount, geminiIgnoredCount] = [0, 0];
    for (const [index, { git, gemini }] of toEnd(this.#judge(paths, options)).entries()) {
      if (git.ignored) gitIgnoredCount += 1;
      else if (gemini.ignored) geminiIgnoredCount += 1;
      else filteredPaths.push(paths[index] ?? "");
    }
    return { filteredPaths, gitIgnoredCount, geminiIgnoredCount };
  }

  /** Whether either family of rules ignores the path. */
  shouldIgnoreFile(path: string, options: FilterFilesOptions = {}): boolean {
    return this.verdict(path, options).ignored;
  }

  /** Whether git's rules ignore the path. */
  shouldGitIgnoreFile(path: string): boolean {
    return this.shouldIgnoreFile(path, { respectGeminiIgnore: false });
  }

  /** Whether `.geminiignore` ignores the path. */
  shouldGeminiIgnoreFile(path: string): boolean {
    return this.shouldIgnoreFile(path, { respectGitIgnore: false });
  }

  /** The lines of `.geminiignore`, unchanged, without comments. */
  getGeminiIgnorePatterns(): string[] {
    return toEnd(this.#readPatterns());
  }

  /** Git's rules first; Gemini's if git's do not ignore the path. */
  verdict(path: string, options: FilterFilesOptions = {}): IgnoreVerdict {
    const [{ git, gemini } = UNTOUCHED] = toEnd(this.#judge([path], options));
    return combine(git, gemini);
  }

  /** What each of the two families of rules says. Yields to the event loop, however many rules there are. */
  async explainPath(path: string, clock: CallClock = new CallClock()): Promise<PathExplanation> {
    const problems: IgnoreProblem[] = [];
    const [verdicts = UNTOUCHED] = await inSlices(this.#judge([path], {}, problems), clock);
    return { ...verdicts, problems };
  }

  /** Ignore files that could not be applied during the last call. A running walk adds to them. */
  problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  /**
   * For a walk from a directory of a workspace with the same root, by raw names; no link may be on the way. Runs in time slices, and
   * accesses the disk once per folder.
   */
  openWalk(
    workspace: Workspace,
    names: readonly string[],
    options: FilterFilesOptions = {},
    clock: CallClock = new CallClock(),
  ): Promise<IgnoreWalk> {
    return inSlices(this.walkFrom(workspace.inner, names, options), clock);
  }

  /** The same as steps. */
  *walkFrom(root: Folder, names: readonly string[], options: FilterFilesOptions = {}): Steps<IgnoreWalk> {
    yield;
    using files = this.#openFiles(root);
    const { git, gemini, rules } = yield* this.#findRules(files, options);
    const folderOf = (directory: Directory) => rules.folderOf(directory);
    const walk = new IgnoreWalk(git, gemini, { folderOf });
    if (names.length === 0 || !rules.hasFolders) return yield* enterUnread(walk, names);
    const top = yield* files.rootOf(root);
    if (top === null) throw notDirectory(".");
    return yield* enterAll(walk, top, names);
  }

  /**
   * For the entries of one folder (`.` for the root), by the bytes of their names, because a path cannot express names that are not UTF-8.
   * No link may be on the way. Reads the rules in time slices.
   */
  async openFolder(
    folder: string,
    options: FilterFilesOptions = {},
    clock: CallClock = new CallClock(),
  ): Promise<EntryJudge> {
    using opened = this.#openRoot();
    if (opened === null) return () => null;
    const names = folder === "." ? [] : folder.split("/").map(textToRaw);
    const walk = await inSlices(this.walkFrom(opened.root, names, options), clock);
    return ({ raw, kind }) => {
      const { ignored, from } = walk.verdict(raw, kind === "directory");
      if (!ignored) return null;
      return from?.source === "geminiignore" ? "gemini" : "git";
    };
  }

  /** One for each path. `problems` gets the ignore files that could not be applied. */
  *#judge(
    paths: readonly string[],
    options: FilterFilesOptions,
    problems: IgnoreProblem[] = [],
  ): Steps<readonly Verdicts[]> {
    using opened = this.#openRoot();
    if (opened === null) return paths.map(() => UNTOUCHED);
    using files = this.#openFiles(opened.root);
    using kinds = new Kinds(opened.root);
    const { git, gemini, rules } = yield* this.#findRules(files, options, problems);
    const inGit = git && new LookUp(kinds, git, (directory) => rules.folderOf(directory));
    const inGemini = gemini && new LookUp(kinds, gemini, () => null);
    const verdicts: Verdicts[] = [];
    for (const path of paths) {
      yield;
      const asked = readAskedPath(path, opened.root.rootNames);
      const byGit = asked && inGit && (yield* inGit.judge(asked));
      const byGemini = asked && inGemini && (yield* inGemini.judge(asked));
      verdicts.push({ git: byGit ?? NOT_IGNORED, gemini: byGemini ?? NOT_IGNORED });
    }
    return verdicts;
  }

  *#readPatterns(): Steps<string[]> {
    using opened = this.#openRoot();
    if (opened === null) return [];
    using files = this.#openFiles(opened.root);
    const rules = yield* this.#makeRules(files, []);
    return yield* rules.geminiPatterns();
  }

  #openFiles(root: Folder): RuleFileReader {
    return new RuleFileReader(root, this.#held ?? { isDenied: isBuiltInDenied });
  }

  *#findRules(files: RuleFileReader, options: FilterFilesOptions, problems: IgnoreProblem[] = []) {
    const { respectGitIgnore = true, respectGeminiIgnore = true } = options;
    const rules = yield* this.#makeRules(files, problems);
    const git = respectGitIgnore ? yield* rules.openGit() : null;
    const gemini = respectGeminiIgnore ? yield* rules.openGemini() : null;
    return { rules, git, gemini };
  }

  #makeRules(files: RuleFileReader, problems: IgnoreProblem[]): Steps<WorkspaceRules> {
    this.#problems = problems;
    return WorkspaceRules.find(files, this.#store, (problem) => {
      if (problems.length < MAX_PROBLEMS) problems.push(problem);
    });
  }

  /** Null if the root is not a directory: then nothing is ignored. If the caller opened the root, the caller closes it. */
  #openRoot(): (Disposable & { readonly root: Folder }) | null {
    if (this.#held !== undefined) return { root: this.#held.workspace.inner, [Symbol.dispose]: () => {} };
    const workspace = openIfRoot(this.#root, { strategy: this.#strategy });
    return workspace && { root: workspace.inner, [Symbol.dispose]: () => workspace.close() };
  }
}

/** Without a toolkit there are no denied patterns. Files on the built-in list are still never read as rules or shown. */
function isBuiltInDenied(location: string): boolean {
  return BUILT_IN_DENIED.find(location) !== null;
}

type Verdicts = Pick<PathExplanation, "git" | "gemini">;

const UNTOUCHED: Verdicts = { git: NOT_IGNORED, gemini: NOT_IGNORED };
// Enough to see what is wrong; a tree may have any number.
const MAX_PROBLEMS = 100;
