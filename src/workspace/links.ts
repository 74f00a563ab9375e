// Follows a path name by name, with a bound on the work, and tells which links it goes through and where that ends. It grants
// nothing: it refuses what goes outside, also if it comes back, so that no answer tells what exists there, and it explains.

import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { isAbsolute } from "node:path";
import { errnoOf } from "./faults.ts";
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
  /** How many of the names that wait are those that were asked for; links put theirs on top of them. */
  #asked: number;
  #looks = 0;
  #budget: number;

  constructor(root: RootView, relativeRaw: string, pace: Pace, look: typeof lookAt) {
    this.#root = root;
    this.#pace = pace;
    this.#look = look;
    this.#pending = relativeRaw.split("/").reverse();
    this.#asked = this.#pending.length;
    this.#budget = MAX_ADDED_COST + this.#asked * CALL_COST + (this.#asked * (this.#asked + 1)) / 2;
  }

  run(): FullTrace {
    for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) {
      this.#asked = Math.min(this.#asked, this.#pending.length);
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

  /**
   * Above the root, straight back by the root's own folders: a link to `../ws/f` says nothing about what else there is. All of it
   * has to stand in the link: nobody shall find out by asking what the folders are called.
   */
  #comesBack(): boolean {
    const folders = (this.#root.names[0] ?? "").split(this.#root.separator).filter((name) => name !== "");
    // Above the top of the disk there is the top of the disk.
    if (folders.length === 0) return true;
    let up = 1;
    let next = this.#nextOfLink();
    for (; next === ".."; next = this.#nextOfLink()) up++;
    const back = folders.slice(-up);
    return up <= folders.length && back.every((folder, at) => folder === (at === 0 ? next : this.#nextOfLink()));
  }

  #nextOfLink(): string | undefined {
    while (this.#pending.length > this.#asked) {
      const name = this.#pending.pop();
      if (name !== "" && name !== ".") return name;
    }
    return undefined;
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

export function lookAt(
  rawPath: string,
  lstat: (path: string | Buffer) => Pick<Stats, "isSymbolicLink"> = lstatSync,
): Found {
  const path = rawToFsPath(rawPath);
  try {
    // Asked first: refusing to read what is no link costs the runtime more than both calls.
    return lstat(path).isSymbolicLink() ? readTarget(path) : "no link";
  } catch (fault) {
    return { fault };
  }
}

function readTarget(path: string | Buffer): Found {
  try {
    return { target: readlinkSync(path, "latin1") };
  } catch (error) {
    // Something else has taken the link's place since. See readlink(2).
    if (errnoOf(error) === "EINVAL") return "no link";
    throw error;
  }
}
