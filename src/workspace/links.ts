// Follows a path name by name and tells which links it goes through and where that ends. It grants nothing: it chooses between two
// errors, so that an answer never tells whether something outside exists, and it explains.

import { readlinkSync } from "node:fs";
import { isAbsolute } from "node:path";
import { errnoOf } from "./faults.ts";
import { rawToFsPath, rawToText, stripRoot } from "./names.ts";
import type { LinkTrace } from "./types.ts";

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
  return traceLinks(root, relativeRaw).end === "outside";
}

export function traceLinks(root: RootView, relativeRaw: string): LinkTrace {
  const pending = relativeRaw.split("/").reverse();
  const links: string[] = [];
  let here: string[] = [];
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const name = pending.pop();
    if (name === undefined) return { links, end: "inside" };
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (here.pop() === undefined) return { links, end: "outside" };
      continue;
    }
    const target = readLink([root.base, ...here, name].join("/"));
    if (target === "missing") return { links, end: "missing" };
    if (target === "not a link") {
      here.push(name);
      continue;
    }
    links.push(rawToText([...here, name].join("/")));
    if (links.length > MAX_LINKS) return { links, end: "missing" };
    const inside = withinRoot(root, target.raw);
    if (inside === null) return { links, end: "outside" };
    if (inside.fromRoot) here = [];
    pending.push(...inside.path.split(root.separator === "/" ? "/" : /[\\/]/).reverse());
  }
  // So many steps that somebody must have meant it.
  return { links, end: "outside" };
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
