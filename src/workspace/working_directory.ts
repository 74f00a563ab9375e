// Looks up many names in one directory from inside it: the process enters the directory, and leaves it before anything else runs. Each name
// then takes half as long as through `/proc/self/fd`. See chdir(2), path_resolution(7).

import { writeFileSync } from "node:fs";
import { descriptorPath } from "./proc_root.ts";

// Entering and leaving takes as long as three names through the descriptor.
const WORTHWHILE_NAMES = 4;
/** Always there, and never on a disk that does not respond. */
const TOP_OF_DISK = "/";
// See core(5).
const CORE_DUMP_FILTER = "/proc/self/coredump_filter";

let isUnused = false;

/**
 * For a program that owns its process: moves it to the top of the disk, and lets `lookInside` use the working directory from now on. It belongs
 * to all threads, so none of them may use relative paths any more. Does nothing on Bun, which resolves such paths itself, and if the top of the
 * disk cannot be entered. Core dumps of the process contain no memory from now on. Returns a function that ends the use, for tests.
 */
export function giveUpWorkingDirectory(): () => void {
  const isPossible = process.platform === "linux" && process.versions.bun === undefined;
  isUnused = isPossible && emptyCoreDumps() && tryTo(() => process.chdir(TOP_OF_DISK));
  return () => {
    isUnused = false;
  };
}

/** Calls `look` with the path to put before the names in the directory `fd`. It must not use other relative paths. */
export function lookInside(fd: number, nameCount: number, look: (prefix: string) => void): void {
  const path = descriptorPath(fd);
  const isInside = isUnused && nameCount >= WORTHWHILE_NAMES && tryTo(() => process.chdir(path));
  try {
    look(isInside ? "" : `${path}/`);
  } finally {
    if (isInside) process.chdir(TOP_OF_DISK);
  }
}

/** If the process crashes while it is in a directory, the dump may be written there, where an agent reads it. */
function emptyCoreDumps(): boolean {
  return tryTo(() => writeFileSync(CORE_DUMP_FILTER, "0"));
}

function tryTo(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
