// Whether the system lets objects be used through `/proc/self/fd`, and the root opened that way. Leaves everything below the root to
// handle_proc.ts. See proc(5).

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, statfsSync } from "node:fs";
import { errnoOf } from "./faults.ts";
import { textToRaw } from "./names.ts";
import { isSameObject } from "./still.ts";

// Not among Node's constants. An O_PATH descriptor names an object without opening it: no FIFO waits, no device stirs.
export const O_PATH = 0o10000000;
// statfs(2).
const PROC_SUPER_MAGIC = 0x9fa0;

export function descriptorPath(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

/** Whether the kernel lets objects be used through `/proc/self/fd` at all. */
export function offersHandles(descriptors = "/proc/self/fd"): boolean {
  if (process.platform !== "linux") return false;
  try {
    return statfsSync(descriptors).type === PROC_SUPER_MAGIC;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Throws where the root cannot be held: what may work a moment later is no reason for a weaker seal. */
export function openRootHandle(canonicalRoot: string): number {
  const fd = openSync(canonicalRoot, O_PATH | constants.O_DIRECTORY);
  try {
    const through = fstatSync(fd, { bigint: true });
    const direct = lstatSync(`${descriptorPath(fd)}/.`, { bigint: true });
    const seen = readlinkSync(descriptorPath(fd), "latin1");
    if (seen === textToRaw(canonicalRoot) && isSameObject(through, direct)) return fd;
    throw new Error("it is not where it was found");
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
