// Finds a user's own git configuration from the environment. Pure. See git-config(1), "FILES" and "ENVIRONMENT".

import { join, resolve } from "node:path";
import type { ConfigEntry } from "./config.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

// A guess; git itself has no limit.
const MAX_ENTRIES = 1000;

export class UserFolders {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get home(): string | null {
    const { HOME, USERPROFILE } = this.#environment;
    const home = HOME || (process.platform === "win32" ? USERPROFILE : undefined);
    return home ? resolve(home) : null;
  }

  /** The last value wins. */
  get configFiles(): readonly string[] {
    const { GIT_CONFIG_GLOBAL } = this.#environment;
    if (GIT_CONFIG_GLOBAL !== undefined) return GIT_CONFIG_GLOBAL === "" ? [] : [resolve(GIT_CONFIG_GLOBAL)];
    const [xdg, home] = [this.#xdgFolder(), this.home];
    return [...(xdg === null ? [] : [join(xdg, "config")]), ...(home === null ? [] : [join(home, ".gitconfig")])];
  }

  /** Keys and values from the environment itself (`GIT_CONFIG_KEY_0` and so on). */
  get entries(): readonly ConfigEntry[] {
    const count = Math.min(Number(this.#environment.GIT_CONFIG_COUNT) || 0, MAX_ENTRIES);
    return Array.from({ length: Math.max(0, count) }, (_, index) => ({
      key: foldKey(this.#environment[`GIT_CONFIG_KEY_${index}`] ?? ""),
      value: this.#environment[`GIT_CONFIG_VALUE_${index}`] ?? "",
    }));
  }

  /** Whether the environment contains more, in the form that `git -c` uses internally. */
  get hasMoreEntries(): boolean {
    return Boolean(this.#environment.GIT_CONFIG_PARAMETERS);
  }

  get defaultExcludes(): string | null {
    const folder = this.#xdgFolder();
    return folder === null ? null : join(folder, "ignore");
  }

  /** `~/` is the user's home. Other users' homes and git's own prefix are not supported. */
  expand(value: string): string | null {
    const { home } = this;
    if (value.startsWith("%(")) return null;
    if (!value.startsWith("~")) return value;
    return home !== null && /^~(?:\/|$)/.test(value) ? home + value.slice(1) : null;
  }

  /** The path as it may be shown, without the folders above the user's home. */
  toShown(path: string): string | null {
    const { home } = this;
    return home !== null && path.startsWith(join(home, "/")) ? `~/${path.slice(join(home, "/").length)}` : null;
  }

  #xdgFolder(): string | null {
    const { XDG_CONFIG_HOME } = this.#environment;
    if (XDG_CONFIG_HOME) return resolve(XDG_CONFIG_HOME, "git");
    const { home } = this;
    return home === null ? null : join(home, ".config", "git");
  }
}

/** Section and name ignore case; the subsection does not. */
function foldKey(key: string): string {
  const [start, end] = [key.indexOf("."), key.lastIndexOf(".")];
  return key.slice(0, start + 1).toLowerCase() + key.slice(start + 1, end + 1) + key.slice(end + 1).toLowerCase();
}
