// Where the user's own configuration lies. Leaves reading it to load.ts, which is loaded only if there is one.

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** Null if there is no such place. A relative folder is no place: it would depend on where porthole is started. */
export function findUserConfig(env: {
  readonly XDG_CONFIG_HOME?: string | undefined;
  readonly HOME?: string | undefined;
}): string | null {
  const { XDG_CONFIG_HOME: xdg = "", HOME: home = "" } = env;
  if (isAbsolute(xdg)) return join(xdg, "porthole", "config.toml");
  return isAbsolute(home) ? join(home, ".config", "porthole", "config.toml") : null;
}

/** A file that is there and cannot be read is for load.ts to complain about. */
export function hasUserConfig(path: string): boolean {
  return existsSync(path);
}
