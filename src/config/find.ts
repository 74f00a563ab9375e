// Finds the user's own configuration file.

import { lstatSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { errnoOf } from "../workspace/faults.ts";

/** Null if no folder is set. Relative folders are ignored, because they would depend on the current folder. */
export function findUserConfig(env: {
  readonly XDG_CONFIG_HOME?: string | undefined;
  readonly HOME?: string | undefined;
}): string | null {
  const { XDG_CONFIG_HOME: xdg = "", HOME: home = "" } = env;
  if (isAbsolute(xdg)) return join(xdg, "porthole", "config.toml");
  return isAbsolute(home) ? join(home, ".config", "porthole", "config.toml") : null;
}

/** False only if the file does not exist. If it cannot be read, load.ts reports that: it may contain denials. */
export function hasUserConfig(path: string): boolean {
  return !isMissing(path, statSync) || leadsNowhere(path);
}

/** Whether a path is missing because it, or a folder on the way, is a broken link. */
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
