// Finds the user's own configuration file.

import { lstatSync, statSync } from "node:fs";
import { dirname, posix, win32 } from "node:path";
import { errnoOf } from "../disk/faults.ts";
import { type PathPlatform, platformOf } from "../disk/path_rules.ts";
import { misplacedFile } from "./error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const FILE = ["porthole", "config.toml"];
const IN_APPDATA = "%APPDATA%\\porthole\\config.toml";
const OWN_PLATFORM = platformOf(process.platform);

/** Null if no folder is set. Relative folders are ignored, because they would depend on the current folder. */
export function findUserConfig(env: Environment, platform: PathPlatform = OWN_PLATFORM): string | null {
  const at = placesOf(env, platform);
  return (
    at("XDG_CONFIG_HOME") ??
    (platform === "win32" ? (at("APPDATA") ?? at("USERPROFILE", "AppData", "Roaming")) : at("HOME", ".config"))
  );
}

/** Where older versions looked for it on Windows, and where it is on other systems. */
export function formerUserConfigs(env: Environment, platform: PathPlatform = OWN_PLATFORM): readonly string[] {
  const at = placesOf(env, platform);
  if (platform !== "win32" || at("XDG_CONFIG_HOME") !== null) return [];
  const places = ["HOME", "USERPROFILE"].map((home) => at(home, ".config"));
  return [...new Set(places.filter((place) => place !== null))];
}

/** Throws a `ConfigError` if there is a file where it would not be obeyed: it may contain denials. */
export function refuseFormerConfig(env: Environment): void {
  const former = formerUserConfigs(env).find(hasUserConfig);
  if (former !== undefined) throw misplacedFile(former, findUserConfig(env) ?? IN_APPDATA);
}

/** The file below the folder that a variable names; null if it names none. */
function placesOf(env: Environment, platform: PathPlatform) {
  const { isAbsolute, join } = platform === "win32" ? win32 : posix;
  return (name: string, ...below: readonly string[]): string | null => {
    const folder = env[name] ?? "";
    return isAbsolute(folder) ? join(folder, ...below, ...FILE) : null;
  };
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
