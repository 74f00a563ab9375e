// Reads from git's configuration which excludes file is used, and whether case matters. Only the user's own configuration may name the
// excludes file, because a repository's may be hostile. Conditional includes (`includeIf`) are not read but reported.

import { dirname, isAbsolute, resolve } from "node:path";
import type { Steps } from "../disk/steps.ts";
import { type ConfigEntry, type ParsedConfig, parseGitConfig } from "./config.ts";
import { FileCache } from "./file_cache.ts";
import type { IgnoreProblemReason } from "./ignore_verdict.ts";
import type { Repository } from "./repository.ts";
import type { RuleFileReader } from "./rule_file_reader.ts";
import type { UserFolders } from "./user_folders.ts";

export interface ExcludesFile {
  /** Absolute. */
  readonly path: string;
  /** False for a relative path: git then takes a file of the repository, relative to its top. */
  readonly isUsersOwn: boolean;
}

export interface GitSettings {
  /** Null: there is none. */
  readonly excludesFile: ExcludesFile | null;
  readonly ignoreCase: boolean;
  /** A problem with the configuration, or a part that is not supported. */
  readonly problem: IgnoreProblemReason | null;
}

interface Scene {
  readonly files: RuleFileReader;
  readonly repository: Repository;
}

// A guess. Limits files that include themselves.
const MAX_INCLUDES = 100;
const TRUE = /^(?:true|yes|on|[-+]?0*[1-9]\d*[kmg]?)$/i;
const FALSE = /^(?:false|no|off|[-+]?0+[kmg]?|)$/i;

export class GitSettingsReader {
  readonly #folders: UserFolders;
  readonly #configs: FileCache<ParsedConfig>;

  constructor(folders: UserFolders) {
    this.#folders = folders;
    this.#configs = new FileCache((bytes) => parseRelevant(Buffer.from(bytes).toString("utf8")));
  }

  // 1 XDG's file 2 ~/.gitconfig 3 the repository's, for `core.ignorecase` only 4 the environment. The last value wins.
  *read(files: RuleFileReader, repository: Repository): Steps<GitSettings> {
    const problem = this.#folders.hasMoreEntries ? "unsupported" : null;
    const found: SettingsDraft = { excludesFile: undefined, ignoreCase: false, problem, includes: 0 };
    const scene: Scene = { files, repository };
    for (const file of this.#folders.configFiles) yield* this.#applyFile(scene, file, found);
    yield* this.#applyRepository(scene, found);
    for (const entry of this.#folders.entries) yield* this.#apply(scene, entry, null, found);
    const path = this.#folders.defaultExcludes;
    const { excludesFile = path === null ? null : { path, isUsersOwn: true }, ignoreCase } = found;
    return { excludesFile, ignoreCase, problem: found.problem };
  }

  *#applyFile(scene: Scene, path: string, found: SettingsDraft): Steps<void> {
    const loaded = yield* this.#configs.get(scene.files.users(path));
    if (loaded.fault !== null) {
      if (loaded.fault !== "missing") found.problem ??= loaded.fault;
      return;
    }
    if (loaded.value.isBroken) found.problem ??= "unsupported";
    const { entries } = loaded.value;
    if (entries.length === 0) return;
    if (!scene.files.isThroughWorkspace(path)) {
      for (const entry of entries) yield* this.#apply(scene, entry, path, found);
      return;
    }
    // Whoever can write to the workspace could name any file here.
    found.problem ??= "leads_outside";
    applyIgnoreCase(entries, found);
  }

  /** `configFile` contains the entry; null if it comes from no file. */
  *#apply(scene: Scene, { key, value }: ConfigEntry, configFile: string | null, found: SettingsDraft): Steps<void> {
    applyIgnoreCase([{ key, value }], found);
    if (key === "core.excludesfile" && value !== null) found.excludesFile = this.#toExcludes(scene, value, found);
    if (key === "include.path" && value !== null) yield* this.#include(scene, value, configFile, found);
    else if (CONDITIONAL.test(key)) found.problem ??= "unsupported";
  }

  *#include(scene: Scene, value: string, configFile: string | null, found: SettingsDraft): Steps<void> {
    const included = this.#folders.expand(value);
    found.includes += 1;
    // A relative path must be relative to a file. Without one, git stops.
    const isLost = included !== null && configFile === null && !isAbsolute(included);
    if (included === null || isLost || found.includes > MAX_INCLUDES) found.problem ??= "unsupported";
    else if (included !== "") yield* this.#applyFile(scene, resolve(dirname(configFile ?? ""), included), found);
  }

  *#applyRepository({ files, repository }: Scene, found: SettingsDraft): Steps<void> {
    if (repository.common === null) return;
    const loaded = yield* this.#configs.get(files.below(repository.common, "config"));
    if (loaded.fault === null) applyIgnoreCase(loaded.value.entries, found);
  }

  /** An empty value means that there is none. */
  #toExcludes({ repository }: Scene, value: string, found: SettingsDraft): ExcludesFile | null {
    if (value === "") return null;
    const path = this.#folders.expand(value);
    const top = repository.top.rootNames[0] ?? "";
    if (path !== null) return { path: resolve(top, path), isUsersOwn: isAbsolute(path) };
    found.problem ??= "unsupported";
    return null;
  }
}

interface SettingsDraft {
  /** Undefined: not set. */
  excludesFile: ExcludesFile | null | undefined;
  ignoreCase: boolean;
  problem: IgnoreProblemReason | null;
  includes: number;
}

function applyIgnoreCase(entries: readonly ConfigEntry[], found: SettingsDraft): void {
  for (const { key, value } of entries) {
    if (key === "core.ignorecase") found.ignoreCase = toBoolean(value) ?? found.ignoreCase;
  }
}

const CONDITIONAL = /^includeif\..*\.path$/s;
const RELEVANT = /^(?:core\.excludesfile|core\.ignorecase|include\.path|includeif\..*\.path)$/s;

function parseRelevant(text: string): Steps<ParsedConfig> {
  return parseGitConfig(text, (key) => RELEVANT.test(key));
}

/** Null if it is neither: git would stop there. */
function toBoolean(value: string | null): boolean | null {
  if (value === null || TRUE.test(value)) return true;
  return FALSE.test(value) ? false : null;
}
