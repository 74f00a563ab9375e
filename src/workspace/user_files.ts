// The user's own git configuration and excludes file: read by plain path, links followed, since whoever runs porthole keeps them where he
// likes. Nothing here takes a path that a workspace could have written. Leaves to discovery which files those are.

import { lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { rawToFsPath } from "./names.ts";
import { READ_FLAGS } from "./object.ts";
import { Pace } from "./pace.ts";
import { readSmallFile } from "./small_file.ts";
import type { SmallFile } from "./types.ts";

/** `rawPath` is absolute and has no link in it: see `realPathUnchecked`. */
export function readUserFileUnchecked(rawPath: string, limitBytes: number, knownId: string | undefined): SmallFile {
  const path = rawToFsPath(rawPath);
  const open = () => openSync(path, READ_FLAGS);
  return readSmallFile(path, { limitBytes, knownId, pace: new Pace(), asked: "the user's git configuration", open });
}

/** The absolute path, raw, with all links resolved; null if it leads nowhere. */
export function realPathUnchecked(rawPath: string): string | null {
  try {
    // Most users have none of these files, and a failure takes longer than a look.
    if (lstatSync(rawToFsPath(rawPath), { throwIfNoEntry: false }) === undefined) return null;
    return realpathSync.native(rawToFsPath(rawPath) as string, "latin1");
  } catch {
    return null;
  }
}

// A guess; more than a path of honest links has.
const MAX_STEPS = 1000;

/** Whether a raw absolute path goes through a place that `isInside` knows, also by links: somebody else may have made the next one. */
export function goesThroughUnchecked(rawPath: string, isInside: (rawPath: string) => boolean): boolean {
  const pending = rawPath.split("/").reverse();
  let here = "/";
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const name = pending.pop();
    if (name === undefined) return false;
    const path = join(here, name);
    if (isInside(path)) return true;
    const target = linkTarget(path);
    if (target === null) here = path;
    else {
      if (isAbsolute(target)) here = "/";
      pending.push(...target.split("/").reverse());
    }
  }
  return true;
}

function linkTarget(rawPath: string): string | null {
  const path = rawToFsPath(rawPath);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? readlinkSync(path, "latin1") : null;
}
