// What git's configuration says about ignoring: which excludes file is the user's own, and whether case counts.
// Leaves the syntax to git_config.ts. Where the excludes file is, only the user's own configuration may say: that of a repository may
// be a stranger's.

import { dirname, isAbsolute, join, resolve } from "node:path";
import { textToRaw } from "../workspace/names.ts";
import { FileCache } from "./file_cache.ts";
import { type ConfigEntry, parseGitConfig } from "./git_config.ts";
import type { RuleReader, Spot } from "./rule_files.ts";
import type { IgnoreProblemReason } from "./verdict.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitSettings {
  /** Absolute. Null: there is none. */
  readonly excludesFile: string | null;
  readonly ignoreCase: boolean;
  /** What is wrong with the configuration, or not understood. */
  readonly problem: IgnoreProblemReason | null;
}

// A guess: a file may include itself.
const MAX_INCLUDES = 100;
const TRUE = /^(?:true|yes|on|[-+]?0*[1-9]\d*[kmg]?)$/i;
const FALSE = /^(?:false|no|off|[-+]?0+[kmg]?|)$/i;

export class GitSettingsReader {
  readonly #environment: Environment;
  readonly #configs = new FileCache((bytes) => keepRelevant(Buffer.from(bytes).toString("utf8")));

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  // 1 XDG's file  2 ~/.gitconfig  3 the repository's, for `core.ignorecase` alone. The last one to say something decides.
  read(files: RuleReader, repositoryFolder: string | null): GitSettings {
    const found: Found = { excludesFile: undefined, ignoreCase: false, problem: null, includes: 0 };
    for (const path of this.#userFiles()) this.#apply(files, path, found);
    const { excludesFile, problem } = found;
    const spot = repositoryFolder === null ? "missing" : files.follow(repositoryFolder, "config");
    if (typeof spot !== "string") this.#applyRepository(files, spot, found);
    return {
      excludesFile: excludesFile === undefined ? this.#defaultExcludes() : excludesFile,
      ignoreCase: found.ignoreCase,
      problem,
    };
  }

  /** As it may be told: without what lies above the user's own folder. */
  toShown(path: string): string | null {
    const home = this.#home();
    return home !== null && path.startsWith(join(home, "/")) ? `~/${path.slice(join(home, "/").length)}` : null;
  }

  #apply(files: RuleReader, path: string, found: Found): void {
    const loaded = this.#configs.get(files, { zone: "outside", raw: textToRaw(path), links: "follow" });
    if (loaded.fault !== null) {
      if (loaded.fault !== "missing") found.problem ??= loaded.fault;
      return;
    }
    if (loaded.value.isBroken) found.problem ??= "unsupported";
    for (const { key, value } of loaded.value.entries) {
      if (key === "core.ignorecase") found.ignoreCase = toBoolean(value) ?? found.ignoreCase;
      if (key === "core.excludesfile" && value !== null) found.excludesFile = this.#toExcludes(value, found);
      if (key === "include.path" && value) {
        const included = this.#expand(value);
        found.includes += 1;
        if (included === null || found.includes > MAX_INCLUDES) found.problem ??= "unsupported";
        else this.#apply(files, resolve(dirname(path), included), found);
      }
    }
  }

  #applyRepository(files: RuleReader, spot: Spot, found: Found): void {
    const loaded = this.#configs.get(files, spot);
    if (loaded.fault !== null) return;
    for (const { key, value } of loaded.value.entries) {
      if (key === "core.ignorecase") found.ignoreCase = toBoolean(value) ?? found.ignoreCase;
    }
  }

  /** An empty value says that there is none. A relative one would depend on where git was started. */
  #toExcludes(value: string, found: Found): string | null {
    if (value === "") return null;
    const path = this.#expand(value);
    if (path !== null && isAbsolute(path)) return path;
    found.problem ??= "unsupported";
    return null;
  }

  /** `~/` is the user's home; other users' homes and git's own prefix are not looked up. */
  #expand(value: string): string | null {
    if (value.startsWith("%(")) return null;
    if (!value.startsWith("~")) return value;
    const home = this.#home();
    return home !== null && /^~(?:\/|$)/.test(value) ? home + value.slice(1) : null;
  }

  #userFiles(): readonly string[] {
    const { GIT_CONFIG_GLOBAL } = this.#environment;
    if (GIT_CONFIG_GLOBAL !== undefined) return GIT_CONFIG_GLOBAL === "" ? [] : [resolve(GIT_CONFIG_GLOBAL)];
    const [xdg, home] = [this.#xdgFolder(), this.#home()];
    return [...(xdg === null ? [] : [join(xdg, "config")]), ...(home === null ? [] : [join(home, ".gitconfig")])];
  }

  #defaultExcludes(): string | null {
    const folder = this.#xdgFolder();
    return folder === null ? null : join(folder, "ignore");
  }

  #xdgFolder(): string | null {
    const { XDG_CONFIG_HOME } = this.#environment;
    if (XDG_CONFIG_HOME) return resolve(XDG_CONFIG_HOME, "git");
    const home = this.#home();
    return home === null ? null : join(home, ".config", "git");
  }

  #home(): string | null {
    const { HOME, USERPROFILE } = this.#environment;
    const home = HOME || (process.platform === "win32" ? USERPROFILE : undefined);
    return home ? resolve(home) : null;
  }
}

interface Found {
  /** Undefined: nobody said anything. */
  excludesFile: string | null | undefined;
  ignoreCase: boolean;
  problem: IgnoreProblemReason | null;
  includes: number;
}

const RELEVANT = new Set(["core.excludesfile", "core.ignorecase", "include.path"]);

function keepRelevant(text: string): { readonly entries: readonly ConfigEntry[]; readonly isBroken: boolean } {
  const { entries, isBroken } = parseGitConfig(text);
  return { entries: entries.filter(({ key }) => RELEVANT.has(key)), isBroken };
}

/** Null for what is neither: git would stop there. */
function toBoolean(value: string | null): boolean | null {
  if (value === null || TRUE.test(value)) return true;
  return FALSE.test(value) ? false : null;
}
