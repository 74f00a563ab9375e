// FileDiscoveryService: tells which paths of a project its ignore rules hide, and by which rule. It keeps compiled rules between calls, but
// no descriptors.

import { resolve } from "node:path";
import { CallClock } from "../disk/call_clock.ts";
import { textToRaw } from "../disk/names.ts";
import { openIfRoot } from "../disk/open.ts";
import { retry, retryBlocking } from "../disk/retry.ts";
import type { Entry, SealedDirectory, Strategy, Workspace } from "../disk/types.ts";
import { notDirectory } from "../errors/paths.ts";
import { NO_RULES } from "../git/folder_rules.ts";
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
    const judgeAll = (judge: (path: string) => Verdicts): FilterReport => {
      const filteredPaths: string[] = [];
      let [gitIgnoredCount, geminiIgnoredCount] = [0, 0];
      for (const path of paths) {
        const { git, gemini } = judge(path);
        if (git.ignored) gitIgnoredCount += 1;
        else if (gemini.ignored) geminiIgnoredCount += 1;
        else filteredPaths.push(path);
      }
      return { filteredPaths, gitIgnoredCount, geminiIgnoredCount };
    };
    return retryBlocking(() => this.#lookNow(options, judgeAll));
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
    using opened = this.#openWorkspace();
    if (opened === null) return [];
    return retryBlocking(() => this.#readRules(opened.workspace, (rules) => rules.geminiPatterns()));
  }

  /** Git's rules first; Gemini's if git's do not ignore the path. */
  verdict(path: string, options: FilterFilesOptions = {}): IgnoreVerdict {
    const { git, gemini } = retryBlocking(() => this.#lookNow(options, (judge) => judge(path)));
    return combine(git, gemini);
  }

  /** What each of the two families of rules says. Yields to the event loop, however many rules there are. */
  explainPath(path: string, clock: CallClock = new CallClock()): Promise<PathExplanation> {
    const look = () => ({ ...this.#lookNow({}, (judge) => judge(path)), problems: this.#problems });
    return this.#store.bench.run(look, clock);
  }

  /** Ignore files that could not be applied during the last call. A running walk adds to them. */
  problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  /**
   * For a walk from a directory of a workspace with the same root, by raw names; no link may be on the way. Runs in time slices, and
   * accesses the disk once per folder.
   */
  async openWalk(
    workspace: Workspace,
    names: readonly string[],
    options: FilterFilesOptions = {},
    clock: CallClock = new CallClock(),
  ): Promise<IgnoreWalk> {
    if (clock.isDue()) await clock.rest();
    const opened = await this.#store.bench.run(() => this.#openRoot(workspace, options), clock);
    using files = opened.files;
    if (names.length === 0 || !opened.hasFolders) return await enterUnread(opened.walk, names, clock);
    const root = await retry(() => files.rootOf(workspace), clock);
    if (root === null) throw notDirectory(".");
    return await enterAll(opened.walk, root, names, clock);
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
    using opened = this.#openWorkspace();
    if (opened === null) return () => null;
    const names = folder === "." ? [] : folder.split("/").map(textToRaw);
    const walk = await this.openWalk(opened.workspace, names, options, clock);
    return ({ raw, kind }) => {
      const { ignored, from } = walk.verdict(raw, kind === "directory");
      if (!ignored) return null;
      return from?.source === "geminiignore" ? "gemini" : "git";
    };
  }

  #lookNow<T>(options: FilterFilesOptions, use: (judge: (path: string) => Verdicts) => T): T {
    using opened = this.#openWorkspace();
    if (opened === null) return use(() => UNTOUCHED);
    const { workspace } = opened;
    using kinds = new Kinds(workspace);
    const { git, gemini, rules } = this.#readRules(workspace, (found) => openFolderRules(found, options));
    const inGit = git && new LookUp(kinds, git, (directory) => rules.folderOf(directory));
    const inGemini = gemini && new LookUp(kinds, gemini, () => NO_RULES);
    return use((path) => {
      const asked = readAskedPath(path, workspace.rootNames);
      if (asked === null) return UNTOUCHED;
      return { git: inGit?.judge(asked) ?? NOT_IGNORED, gemini: inGemini?.judge(asked) ?? NOT_IGNORED };
    });
  }

  /** The caller closes the files. */
  #openRoot(workspace: Workspace, options: FilterFilesOptions): OpenedRoot {
    const files = this.#openFiles(workspace);
    try {
      const { git, gemini, rules } = openFolderRules(this.#makeRules(files), options);
      const folderOf = (directory: SealedDirectory) => rules.folderOf(directory);
      const walk = new IgnoreWalk(git, gemini, { bench: this.#store.bench, folderOf });
      return { walk, hasFolders: rules.hasFolders, files };
    } catch (error) {
      files[Symbol.dispose]();
      throw error;
    }
  }

  #readRules<T>(workspace: Workspace, use: (rules: WorkspaceRules) => T): T {
    using files = this.#openFiles(workspace);
    return use(this.#makeRules(files));
  }

  #openFiles(workspace: Workspace): RuleFileReader {
    return new RuleFileReader(workspace, this.#held ?? { isDenied: isBuiltInDenied });
  }

  #makeRules(files: RuleFileReader): WorkspaceRules {
    const problems: IgnoreProblem[] = [];
    this.#problems = problems;
    return new WorkspaceRules(files, this.#store, (problem) => {
      if (problems.length < MAX_PROBLEMS) problems.push(problem);
    });
  }

  /** Null if the root is not a directory: then nothing is ignored. If the caller opened the root, the caller closes it. */
  #openWorkspace(): (Disposable & { readonly workspace: Workspace }) | null {
    if (this.#held !== undefined) return { workspace: this.#held.workspace, [Symbol.dispose]: () => {} };
    const workspace = openIfRoot(this.#root, { strategy: this.#strategy });
    return workspace && { workspace, [Symbol.dispose]: () => workspace.close() };
  }
}

function openFolderRules(rules: WorkspaceRules, options: FilterFilesOptions) {
  return {
    rules,
    git: (options.respectGitIgnore ?? true) ? rules.openGit() : null,
    gemini: (options.respectGeminiIgnore ?? true) ? rules.openGemini() : null,
  };
}

/** Without a toolkit there are no denied patterns. Files on the built-in list are still never read as rules or shown. */
function isBuiltInDenied(location: string): boolean {
  return BUILT_IN_DENIED.find(location) !== null;
}

interface OpenedRoot {
  readonly walk: IgnoreWalk;
  /** Whether folders may have rules of their own. */
  readonly hasFolders: boolean;
  readonly files: RuleFileReader;
}

type Verdicts = Pick<PathExplanation, "git" | "gemini">;

const UNTOUCHED: Verdicts = { git: NOT_IGNORED, gemini: NOT_IGNORED };
// Enough to see what is wrong; a tree may have any number.
const MAX_PROBLEMS = 100;
