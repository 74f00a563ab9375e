// Looks up many names in one directory from inside it: the process goes there, and back before anything else runs. Each name then takes half
// as long as through `/proc/self/fd`. See chdir(2), path_resolution(7).

import { closeSync, constants, openSync } from "node:fs";
import { descriptorPath, O_PATH } from "./proc_root.ts";

// Going there and back takes as long as three names by their descriptor.
const WORTHWHILE_NAMES = 4;

let isAllowed = false;
/** The working directory of the process, opened on first use. */
let home: number | null = null;

/**
 * For a program that owns its process: the working directory belongs to all threads, so none of them may use relative paths. Call it again after
 * changing the working directory. Does nothing on Bun, which resolves such paths itself. Returns a function that ends it.
 */
export function allowWorkingDirectory(): () => void {
  forgetHome();
  isAllowed = process.versions.bun === undefined;
  return () => {
    forgetHome();
    isAllowed = false;
  };
}

function forgetHome(): void {
  if (home !== null) closeSync(home);
  home = null;
}

/** Calls `look` with the path to put before the names in the directory `fd`. It must not call anything that uses other relative paths. */
export function lookInside<T>(fd: number, nameCount: number, look: (prefix: string) => T): T {
  if (nameCount < WORTHWHILE_NAMES || !goTo(fd)) return look(`${descriptorPath(fd)}/`);
  try {
    return look("");
  } finally {
    process.chdir(descriptorPath(home ?? -1));
  }
}

/** False if it is not allowed, or the directory cannot be entered. */
function goTo(fd: number): boolean {
  if (!isAllowed) return false;
  try {
    home ??= openSync(".", O_PATH | constants.O_DIRECTORY);
    process.chdir(descriptorPath(fd));
    return true;
  } catch {
    return false;
  }
}
