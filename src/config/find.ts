// Finds the user's own configuration file, if there is one.

import { lstatSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { errnoOf } from "../workspace/faults.ts";

/** Null if there is no such place. A relative folder is no place: it would depend on where porthole is started. */
export function findUserConfig(env: {
  readonly XDG_CONFIG_HOME?: string | undefined;
  readonly HOME?: string | undefined;
}): string | null {
  const { XDG_CONFIG_HOME: xdg = "", HOME: home = "" } = env;
  if (isAbsolute(xdg)) return join(xdg, "porthole", "config.toml");
  return isAbsolute(home) ? join(home, ".config", "porthole", "config.toml") : null;
}

/** False only if it does not exist. What exists and cannot be read, or may exist, is for load.ts to complain about: it may forbid. */
export function hasUserConfig(path: string): boolean {
  return !isMissing(path, statSync) || leadsNowhere(path);
}

/** Whether a missing path is missing because it, or a folder on the way to it, is a link to something that does not exist. */
export function leadsNowhere(path: string): boolean {
  if (!isMissing(path, lstatSync)) return isMissing(path, statSync);
  const folder = dirname(path);
  return folder !== path && leadsNowhere(folder);
}

export function isMissing(path: string, look: (path: string) => unknown): boolean {
  try {
    look(path);
    return false;
  } catch (error) {
    return errnoOf(error) === "ENOENT";
  }
}
