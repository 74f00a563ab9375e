// Follows a path name by name, with a bound on the work, and tells which links it goes through and where that ends. It grants
// nothing: it refuses what goes outside, also if it comes back, so that no answer tells what exists there, and it explains.

import { lstatSync, readlinkSync } from "node:fs";
import { isAbsolute } from "node:path";
import { rawToFsPath, rawToText, stripRoot } from "./names.ts";
import type { Pace } from "./pace.ts";
import type { LinkTrace } from "./types.ts";

// The kernel's own bound on links in one path.
const MAX_LINKS = 40;
// Links may be made to multiply, and a look-up costs more the deeper it lies: so one costs `CALL_COST` and its depth. The names that
// were asked for are paid for; those that links add share this: 5,000 shallow ones, or a link that goes 400 deep.
const MAX_ADDED_COST = 100_000;
const CALL_COST = 20;
const LOOKS_PER_CHECK = 64;

export interface RootView {
  /** A raw path that leads to the root itself. */
  readonly base: string;
  /** Raw absolute spellings of the root, its real one first. */
  readonly names: readonly string[];
  readonly separator: string;
}

/** What stands at one name: a link with its target, something else, or nothing that can be seen, with the system's reason. */
type Found = { readonly target: string } | { readonly fault: unknown } | "no link";

interface FullTrace extends LinkTrace {
  /** Why it is `missing`, in the system's words. */
  readonly fault?: unknown;
}

class TooManyLinks extends Error {
  readonly code = "ELOOP";
}

export function traceLinks(root: RootView, relativeRaw: string, pace: Pace, look = lookAt): FullTrace {
  return new Walk(root, relativeRaw, pace, look).run();
}

class Walk {
  readonly #root: RootView;
  readonly #pace: Pace;
  readonly #look: typeof lookAt;
  readonly #pending: string[];
  readonly #links: string[] = [];
  #here: string[] = [];
  #looks = 0;
  #budget: number;

  constructor(root: RootView, relativeRaw: string, pace: Pace, look: typeof lookAt) {
    this.#root = root;
    this.#pace = pace;
    this.#look = look;
    this.#pending = relativeRaw.split("/").reverse();
    const asked = this.#pending.length;
    this.#budget = MAX_ADDED_COST + asked * CALL_COST + (asked * (asked + 1)) / 2;
  }

  run(): FullTrace {
    for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) {
      const end = this.#step(name);
      if (end !== null) return { links: this.#links, ...end };
    }
    return { links: this.#links, end: "inside" };
  }

  /** Null while it goes on. */
  #step(name: string): Omit<FullTrace, "links"> | null {
    if (!this.#pay()) return { end: "missing", fault: new TooManyLinks() };
    if (name === "" || name === ".") return null;
    if (name === "..") return this.#here.pop() !== undefined || this.#comesBack() ? null : { end: "outside" };
    const found = this.#look([this.#root.base, ...this.#here, name].join("/"));
    if (found === "no link") {
      this.#here.push(name);
      return null;
    }
    return "fault" in found ? { end: "missing", fault: found.fault } : this.#follow(name, found.target);
  }

  /** Above the root, straight back by the root's own folders: `../ws/f` says nothing about what else there is. */
  #comesBack(): boolean {
    let up = 1;
    let next = this.#nextName();
    for (; next === ".."; next = this.#nextName()) up++;
    const folders = (this.#root.names[0] ?? "").split(this.#root.separator).slice(1);
    if (up > folders.length) return false;
    for (const folder of folders.slice(-up)) {
      if (next !== folder) return false;
      next = this.#nextName();
    }
    if (next !== undefined) this.#pending.push(next);
    return true;
  }

  #nextName(): string | undefined {
    let name = this.#pending.pop();
    while (name === "" || name === ".") name = this.#pending.pop();
    return name;
  }

  #follow(name: string, target: string): Omit<FullTrace, "links"> | null {
    this.#links.push(rawToText([...this.#here, name].join("/")));
    if (this.#links.length > MAX_LINKS) return { end: "missing", fault: new TooManyLinks() };
    const inside = withinRoot(this.#root, target);
    if (inside === null) return { end: "outside" };
    if (inside.fromRoot) this.#here = [];
    for (const part of inside.path.split(this.#root.separator === "/" ? "/" : /[\\/]/).reverse()) {
      this.#pending.push(part);
    }
    return null;
  }

  #pay(): boolean {
    if (++this.#looks % LOOKS_PER_CHECK === 0) this.#pace.check();
    this.#budget -= CALL_COST + this.#here.length;
    return this.#budget >= 0;
  }
}

function withinRoot(root: RootView, target: string): { path: string; fromRoot: boolean } | null {
  if (!isAbsolute(target)) return { path: target, fromRoot: false };
  for (const name of root.names) {
    const path = stripRoot(target, name, root.separator);
    if (path !== null) return { path, fromRoot: true };
  }
  return null;
}

export function lookAt(rawPath: string): Found {
  const path = rawToFsPath(rawPath);
  try {
    // Asked first: refusing to read what is no link costs the runtime more than both calls.
    return lstatSync(path).isSymbolicLink() ? { target: readlinkSync(path, "latin1") } : "no link";
  } catch (fault) {
    return { fault };
  }
}
