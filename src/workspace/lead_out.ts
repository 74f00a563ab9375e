// Tells, of a path that could not be opened, whether a link on its way points outside. It only chooses between two errors,
// so that an answer never tells whether something outside exists; it grants nothing.

import { readlinkSync } from "node:fs";
import { isAbsolute } from "node:path";
import { errnoOf } from "./faults.ts";
import { rawToFsPath, stripRoot } from "./names.ts";

// The kernel's own bound on links in one path, and ours on names looked at: links may be made to multiply.
const MAX_LINKS = 40;
const MAX_STEPS = 4096;

export interface RootView {
  /** A raw path that leads to the root itself. */
  readonly base: string;
  /** Raw absolute spellings of the root. */
  readonly names: readonly string[];
  readonly separator: string;
}

export function leadsOutside(root: RootView, relativeRaw: string): boolean {
  const pending = relativeRaw.split("/").reverse();
  let here: string[] = [];
  let links = 0;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const name = pending.pop();
    if (name === undefined) return false;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (here.pop() === undefined) return true;
      continue;
    }
    const target = readLink([root.base, ...here, name].join("/"));
    if (target === "missing") return false;
    if (target === "not a link") {
      here.push(name);
      continue;
    }
    if (++links > MAX_LINKS) return false;
    const inside = withinRoot(root, target.raw);
    if (inside === null) return true;
    if (inside.fromRoot) here = [];
    pending.push(...inside.path.split(root.separator === "/" ? "/" : /[\\/]/).reverse());
  }
  return true;
}

function withinRoot(root: RootView, target: string): { path: string; fromRoot: boolean } | null {
  if (!isAbsolute(target)) return { path: target, fromRoot: false };
  for (const name of root.names) {
    const path = stripRoot(target, name, root.separator);
    if (path !== null) return { path, fromRoot: true };
  }
  return null;
}

function readLink(rawPath: string): { raw: string } | "not a link" | "missing" {
  try {
    return { raw: readlinkSync(rawToFsPath(rawPath), "latin1") };
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "EINVAL" || errno === "UNKNOWN" ? "not a link" : "missing";
  }
}
