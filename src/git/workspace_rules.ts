// Loads the rules that apply at the root of a workspace: git's, including those of the surrounding repository, and Gemini's.

import { joinLocation, toPrefix } from "../disk/names.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, Folder } from "../disk/types.ts";
import type { CompiledRules } from "./compiled_rules.ts";
import { FileCache } from "./file_cache.ts";
import { FolderRules, type FolderRulesLoader, hideAll, type LoadedRules, type RulesLabel } from "./folder_rules.ts";
import { compileIgnoreFile } from "./ignore_file.ts";
import type { IgnoreProblem, IgnoreProblemReason } from "./ignore_verdict.ts";
import { findRepository, makeLineCache, nameOf, type Repository } from "./repository.ts";
import type { FolderIn, RuleFileReader, RuleSource } from "./rule_file_reader.ts";
import { type GitSettings, GitSettingsReader } from "./settings.ts";
import { type Environment, UserFolders } from "./user_folders.ts";

function makeRulesCache(ignoreCase: boolean): FileCache<CompiledRules | null> {
  const weigh = (set: CompiledRules | null) => set?.weight ?? 0;
  return new FileCache((bytes) => compileIgnoreFile(bytes, ignoreCase), { weigh });
}

/** Kept between calls: compiled rules and parsed configuration, but no descriptors. */
export class RuleCache {
  readonly folders: UserFolders;
  readonly settings: GitSettingsReader;
  readonly lines = makeLineCache();
  readonly #exact = makeRulesCache(false);
  readonly #folded = makeRulesCache(true);

  constructor(environment: Environment) {
    this.folders = new UserFolders(environment);
    this.settings = new GitSettingsReader(this.folders);
  }

  rulesFor(ignoreCase: boolean): FileCache<CompiledRules | null> {
    return ignoreCase ? this.#folded : this.#exact;
  }
}

/** The rules of one workspace at one time. */
export class WorkspaceRules {
  readonly #files: RuleFileReader;
  readonly #store: RuleCache;
  readonly #report: (problem: IgnoreProblem) => void;
  #repository: Repository | null = null;
  #settings: GitSettings | null = null;

  private constructor(files: RuleFileReader, store: RuleCache, report: (problem: IgnoreProblem) => void) {
    this.#files = files;
    this.#store = store;
    this.#report = report;
  }

  static *find(
    files: RuleFileReader,
    store: RuleCache,
    report: (problem: IgnoreProblem) => void,
  ): Steps<WorkspaceRules> {
    const rules = new WorkspaceRules(files, store, report);
    rules.#repository = yield* findRepository(files, store.lines);
    rules.#settings = rules.#repository && (yield* store.settings.read(files, rules.#repository));
    return rules;
  }

  /** Git's rules at the root. Outside a repository, `.gitignore` files have no effect. */
  *openGit(): Steps<FolderRules> {
    const [repository, settings] = [this.#repository, this.#settings];
    const options = { ignoreCase: settings?.ignoreCase ?? false, hidesDotGit: true };
    if (repository === null || settings === null) return FolderRules.open(options, []);
    const shared = [yield* this.#loadGlobal(settings), yield* this.#loadExclude(repository)];
    const start = FolderRules.open(
      options,
      shared.filter((file) => file !== null),
    );
    let rules = yield* start.load(yield* this.#rootOf(repository.top));
    for (const folder of repository.between)
      rules = yield* rules.enter(nameOf(folder)).load(yield* this.#rootOf(folder));
    return rules;
  }

  /** The rules of `.geminiignore` at the root, the only one that is read; null if there are none. It may be a link to a file inside. */
  *openGemini(): Steps<FolderRules | null> {
    const file = yield* this.#loadGemini();
    const options = { ignoreCase: this.#settings?.ignoreCase ?? false, hidesDotGit: false };
    return file && FolderRules.open(options, [file]);
  }

  /** The lines of `.geminiignore`; empty if it could not be read, `*` if it has too many rules. */
  *geminiPatterns(): Steps<string[]> {
    return (yield* this.#loadGemini())?.set.lines() ?? [];
  }

  #loadGemini(): Steps<LoadedRules | null> {
    const label: RulesLabel = { source: "geminiignore", file: ".geminiignore", isShown: true };
    return this.#loadBelow({ root: this.#files.root, path: "." }, ".geminiignore", label);
  }

  /** Whether the folders of the workspace may have rules of their own. */
  get hasFolders(): boolean {
    return this.#repository !== null;
  }

  /** Git's rules of a directory in the workspace. It must stay open while they are loaded. */
  folderOf(directory: Directory): FolderRulesLoader | null {
    return this.hasFolders ? this.#toLoader(this.#files.root, directory) : null;
  }

  *#loadGlobal({ excludesFile, problem }: GitSettings): Steps<LoadedRules | null> {
    const { path, isUsersOwn } = excludesFile ?? { path: null, isUsersOwn: true };
    const file = path !== null && isUsersOwn ? this.#store.folders.toShown(path) : null;
    const label: RulesLabel = { source: "global", file, isShown: isUsersOwn };
    if (problem !== null) this.#refuse(label, problem);
    if (path === null) return null;
    const inside = this.#files.toInside(this.#files.root, path);
    if (inside !== null) return yield* this.#loadBelow({ root: this.#files.root, path: "." }, inside, label);
    return yield* isUsersOwn ? this.#load(this.#files.users(path), label) : this.#loadFromTop(path, label);
  }

  /** A path relative to the repository, as the user's configuration may contain. */
  *#loadFromTop(path: string, label: RulesLabel): Steps<LoadedRules | null> {
    const top = this.#repository?.top;
    const inside = top === undefined ? null : this.#files.toInside(top, path);
    if (top === undefined || inside === null) return this.#refuse(label, "leads_outside");
    return yield* this.#loadBelow({ root: top, path: "." }, inside, label);
  }

  *#loadExclude({ common, leadsOutside }: Repository): Steps<LoadedRules | null> {
    const label: RulesLabel = { source: "info_exclude", file: null, isShown: false };
    if (leadsOutside) return this.#refuse({ ...label, file: ".git" }, "leads_outside");
    return common && (yield* this.#loadBelow(common, "info/exclude", label));
  }

  /** Follows links as git does, but not out of the workspace. */
  #loadBelow(folder: FolderIn, path: string, label: RulesLabel): Steps<LoadedRules | null> {
    const source = this.#files.below(folder, path);
    if (folder.root !== this.#files.root) return this.#load(source, label);
    const file = toPrefix(folder.path) + path;
    return this.#load(source, { ...label, file, isShown: this.#files.isVisible(file) });
  }

  *#load(source: RuleSource, label: RulesLabel, room = Number.POSITIVE_INFINITY): Steps<LoadedRules | null> {
    const loaded = yield* this.#store.rulesFor(this.#settings?.ignoreCase ?? false).get(source);
    if (loaded.fault === "missing" || loaded.fault === "leads_nowhere") return null;
    if (loaded.fault === "too_large") return this.#hideAll(label, loaded.fault);
    if (loaded.fault !== null) return this.#refuse(label, loaded.fault);
    const set = loaded.value;
    if (set === null || set.weight > room) return this.#hideAll(label, "too_many_rules");
    return { ...label, set, verdicts: [] };
  }

  #hideAll(label: RulesLabel, problem: "too_large" | "too_many_rules"): LoadedRules {
    this.#refuse(label, problem);
    return hideAll(label, problem);
  }

  #refuse({ source, file }: RulesLabel, reason: IgnoreProblemReason): null {
    this.#report({ source, file, reason });
    return null;
  }

  *#rootOf(folder: Folder): Steps<FolderRulesLoader | null> {
    const root = yield* this.#files.rootOf(folder);
    return root && this.#toLoader(folder, root);
  }

  #toLoader(folder: Folder, directory: Directory): FolderRulesLoader {
    return (room) => {
      const file = folder === this.#files.root ? joinLocation(directory.location, GITIGNORE) : null;
      const isShown = file !== null && this.#files.isVisible(file);
      const source = this.#files.inFolder(folder, directory, GITIGNORE);
      return this.#load(source, { source: "gitignore", file, isShown }, room);
    };
  }
}

const GITIGNORE = ".gitignore";
