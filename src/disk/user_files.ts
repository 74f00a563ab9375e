// Reads the user's own git configuration and excludes file by plain path, and follows links, because many users keep them elsewhere. Never
// pass in a path that the workspace could have written.

import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, join, parse, sep } from "node:path";
import { readSmallFile } from "./file_content.ts";
import { rawToFsPath } from "./names.ts";
import type { Steps } from "./steps.ts";
import type { SmallFile } from "./types.ts";

/** `rawPath` is absolute and without links: see `realPathUnchecked`. */
export function readUserFileUnchecked(
  rawPath: string,
  limitBytes: number,
  knownId: string | undefined,
): Steps<SmallFile> {
  return readSmallFile(rawToFsPath(rawPath), { limitBytes, knownId, asked: "the user's git configuration" });
}

/** The absolute path, raw, with all links resolved; null if a link is broken. */
export function realPathUnchecked(rawPath: string): string | null {
  try {
    // Most users have none of these files, and an exception takes longer than this check.
    if (lstatSync(rawToFsPath(rawPath), { throwIfNoEntry: false }) === undefined) return null;
    return realpathSync.native(rawToFsPath(rawPath) as string, "latin1");
  } catch {
    return null;
  }
}

// A guess; more than any honest path has.
const MAX_STEPS = 1000;

/**
 * Whether a raw absolute path goes through a location for which `isInside` is true, also by links: somebody else may have made the next
 * one.
 */
export function goesThroughUnchecked(rawPath: string, isInside: (rawPath: string) => boolean): boolean {
  const top = parse(rawPath).root;
  const pending = rawPath.slice(top.length).split(sep).reverse();
  let here = top;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const name = pending.pop();
    if (name === undefined) return false;
    const path = join(here, name);
    if (isInside(path)) return true;
    const target = linkTarget(path);
    if (target === null) here = path;
    else {
      if (isAbsolute(target)) here = parse(target).root;
      pending.push(...target.split(sep).reverse());
    }
  }
  return true;
}

/** Null if it is not a link, or is gone. */
function linkTarget(rawPath: string): string | null {
  const path = rawToFsPath(rawPath);
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? readlinkSync(path, "latin1") : null;
  } catch {
    return null;
  }
}
