// From a workspace to the rules that hold at its root: git's own, with those of the repository around it, and gemini's.
// Leaves finding the repository and the settings to their modules, and what holds further down to level.ts.

import { basename, dirname, join, relative, sep } from "node:path";
import { rawToText, textToRaw } from "../workspace/names.ts";
import type { Workspace } from "../workspace/types.ts";
import { FileCache } from "./file_cache.ts";
import { type GitSettings, GitSettingsReader } from "./git_settings.ts";
import { compileIgnoreFile } from "./ignore_file.ts";
import { Level, type RuleFile, type RuleFolder, SILENT_FOLDER } from "./level.ts";
import { findRepository, makeLineCache, type Repository } from "./repository.ts";
import { RuleFiles, type Spot } from "./rule_files.ts";
import type { RuleSet } from "./rule_set.ts";
import { Workbench } from "./steps.ts";
import { type Excess, hideAll } from "./unobeyed.ts";
import { type Environment, UserFolders } from "./user_folders.ts";
import type { IgnoreProblem, IgnoreProblemReason } from "./verdict.ts";

/** How an ignore file is told, before it is read. */
type Label = Pick<RuleFile, "source" | "file" | "isShown">;

function makeRulesCache(bench: Workbench, ignoreCase: boolean): FileCache<RuleSet | null> {
  const weigh = (set: RuleSet | null) => set?.weight ?? 0;
  return new FileCache((bytes) => compileIgnoreFile(bytes, ignoreCase), { bench, weigh });
}

/** What is kept between calls: compiled rules and parsed configuration. No handle. */
export class RuleStore {
  readonly folders: UserFolders;
  readonly settings: GitSettingsReader;
  readonly lines = makeLineCache();
  readonly bench = new Workbench();
  readonly #exact = makeRulesCache(this.bench, false);
  readonly #folded = makeRulesCache(this.bench, true);

  constructor(environment: Environment) {
    this.folders = new UserFolders(environment);
    this.settings = new GitSettingsReader(this.folders, this.bench);
  }

  rulesFor(ignoreCase: boolean): FileCache<RuleSet | null> {
    return ignoreCase ? this.#folded : this.#exact;
  }
}

/** The rules of one workspace at one time. */
export class Rules {
  readonly #files: RuleFiles;
  readonly #store: RuleStore;
  readonly #report: (problem: IgnoreProblem) => void;
  readonly #repository: Repository | null;
  readonly #settings: GitSettings | null;

  constructor(workspace: Workspace, store: RuleStore, report: (problem: IgnoreProblem) => void) {
    this.#files = new RuleFiles(workspace);
    this.#store = store;
    this.#report = report;
    this.#repository = findRepository(this.#files, store.lines);
    this.#settings = this.#repository && store.settings.read(this.#files, this.#repository);
  }

  /** Git's at the root. Where there is no repository, `.gitignore` files say nothing. */
  openGit(): Level {
    const [repository, settings] = [this.#repository, this.#settings];
    const options = { ignoreCase: settings?.ignoreCase ?? false, hidesDotGit: true };
    if (repository === null || settings === null) return Level.open(options, [], SILENT_FOLDER);
    const shared = [this.#loadGlobal(settings), this.#loadExclude(repository)].filter((file) => file !== null);
    const between = relative(repository.top, this.#files.root).split(sep).filter(Boolean);
    const top = Level.open(options, shared, this.#folderAbove(repository.top, between));
    return between.reduce((level, name) => level.enter(textToRaw(name)), top);
  }

  /** Those of `.geminiignore` at the root, the only one that is read; null if there are none. It may be a link to a file inside. */
  openGemini(): Level | null {
    const label: Label = { source: "geminiignore", file: ".geminiignore", isShown: true };
    const file = this.#loadFollowed(this.#files.root, ".geminiignore", label);
    const options = { ignoreCase: this.#settings?.ignoreCase ?? false, hidesDotGit: false };
    return file && Level.open(options, [file], SILENT_FOLDER);
  }

  #loadGlobal({ excludesFile, problem }: GitSettings): RuleFile | null {
    const { path, isUsersOwn } = excludesFile ?? { path: null, isUsersOwn: true };
    const file = path !== null && isUsersOwn ? this.#store.folders.toShown(path) : null;
    const label: Label = { source: "global", file, isShown: isUsersOwn };
    if (problem !== null) this.#refuse(label, problem);
    if (path === null) return null;
    const asked = this.#files.locate(path);
    if (asked.zone === "inside") return this.#loadFollowed(dirname(path), basename(path), label);
    return this.#load(isUsersOwn ? { ...asked, links: "follow" } : asked, label);
  }

  #loadExclude({ commonFolder, leadsOutside }: Repository): RuleFile | null {
    const label: Label = { source: "info_exclude", file: null, isShown: false };
    if (leadsOutside) return this.#refuse({ ...label, file: ".git" }, "leads_outside");
    const folder = commonFolder === null ? "missing" : this.#files.follow(commonFolder, "info");
    if (folder === "leads_outside") return this.#refuse({ ...label, file: ".git/info" }, "leads_outside");
    return folder === "missing" ? null : this.#loadFollowed(this.#files.pathOf(folder), "exclude", label);
  }

  /** Where git follows a link, so does this, but not from inside to outside. */
  #loadFollowed(folder: string, name: string, label: Label): RuleFile | null {
    const asked = this.#files.locate(join(folder, name));
    const told = asked.zone === "inside" ? { ...label, file: rawToText(asked.raw), isShown: true } : label;
    const spot = this.#files.follow(folder, name);
    if (spot === "leads_outside") return this.#refuse(told, "leads_outside");
    return spot === "missing" ? null : this.#load(spot, told);
  }

  #load(spot: Spot, label: Label, room = Number.POSITIVE_INFINITY): RuleFile | null {
    const loaded = this.#store.rulesFor(this.#settings?.ignoreCase ?? false).get(this.#files, spot);
    if (loaded.fault === "missing") return null;
    if (loaded.fault === "too_large") return this.#hideAll(label, loaded.fault);
    if (loaded.fault !== null) return this.#refuse(label, loaded.fault);
    const set = loaded.value;
    if (set === null || set.weight > room) return this.#hideAll(label, "too_many_rules");
    return { ...label, set, weight: set.weight, verdicts: [] };
  }

  #hideAll(label: Label, problem: Excess): RuleFile {
    this.#refuse(label, problem);
    return hideAll(label, problem);
  }

  #refuse({ source, file }: Label, reason: IgnoreProblemReason): null {
    this.#report({ source, file, reason });
    return null;
  }

  /** A folder between the repository's top and the root; `between` are the names that lead from it to the root. */
  #folderAbove(path: string, between: readonly string[]): RuleFolder {
    const [next, ...rest] = between;
    if (next === undefined) return this.#folderInside("");
    const spot = this.#files.locate(join(path, ".gitignore"));
    return {
      load: (room) => this.#load(spot, { source: "gitignore", file: null, isShown: false }, room),
      child: () => this.#folderAbove(join(path, next), rest),
    };
  }

  #folderInside(prefix: string): RuleFolder {
    const raw = `${prefix}.gitignore`;
    return {
      load: (room) => {
        const label: Label = { source: "gitignore", file: rawToText(raw), isShown: true };
        return this.#load({ zone: "inside", raw }, label, room);
      },
      child: (name) => this.#folderInside(`${prefix}${name}/`),
    };
  }
}
