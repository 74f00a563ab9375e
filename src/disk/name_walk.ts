// Resolves a path name by name. Links are expanded here, by their text: the system never follows one, so nothing outside the root is
// touched, and the names that led to an object are its location. See path_resolution(7).

import { unusableName } from "../errors/arguments.ts";
import { outsideWorkspace } from "../errors/paths.ts";
import { type LinkRoot, readTarget } from "./link_target.ts";
import { rawToText } from "./names.ts";
import type { Steps } from "./steps.ts";
import type { WalkWatcher } from "./types.ts";
import { mayBeShortName } from "./windows_names.ts";

// The kernel's own limit for links in one path.
const MAX_LINKS = 40;
// Links can multiply, and deep look-ups may cost more, so a look-up costs `CALL_COST` plus its depth. The requested names are free; those
// that links add share this budget: 5,000 shallow ones, or a link that goes 400 deep.
const MAX_ADDED_COST = 100_000;
const CALL_COST = 20;

/** The text of a symlink. */
export class LinkText {
  readonly target: string;

  constructor(target: string) {
    this.target = target;
  }
}

/** The directories of one strategy, as a walk uses them. Each method throws the system's own error. */
export interface WalkGround<Found> {
  /** Enters `raw` of the current directory, unless it is a link. */
  enter(raw: string): LinkText | null;
  /** Opens `raw` of the current directory, unless it is a link. `names` lead to it from the root. */
  open(raw: string, names: readonly string[]): Found | LinkText;
  /** Opens the current directory itself. */
  openHere(names: readonly string[]): Found;
  /** Moves to a directory that the walk has visited before. */
  moveTo(names: readonly string[]): void;
  /** Whether a name in the current directory may be the short name of an entry with another name, and only its look tells. */
  makesShortNames(): boolean;
  /** Releases the current directory. */
  leave(): void;
}

export interface WalkRequest extends WalkWatcher {
  /** Names separated by `/`. */
  readonly rawPath: string;
  /** The requested path, for error messages. */
  readonly asked: string;
}

class TooManyLinks extends Error {
  readonly code = "ELOOP";
}

export class NameWalk<Found> {
  readonly #ground: WalkGround<Found>;
  readonly #root: LinkRoot;
  readonly #request: WalkRequest;
  readonly #pending: string[];
  #here: string[] = [];
  /** Whether the ground is in another directory than `#here` says. */
  #isElsewhere = false;
  #links = 0;
  #budget: number;

  constructor(ground: WalkGround<Found>, root: LinkRoot, request: WalkRequest) {
    this.#ground = ground;
    this.#root = root;
    this.#request = request;
    this.#pending = request.rawPath.split("/").reverse();
    const asked = this.#pending.length;
    this.#budget = MAX_ADDED_COST + asked * CALL_COST + (asked * (asked + 1)) / 2;
  }

  /** One step for each name, so that a caller may pause in between. */
  *run(): Steps<Found> {
    try {
      // This covers every folder on the way as well, as long as there is no link.
      this.#request.guard?.(this.#request.asked);
      for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) {
        yield;
        this.#pay(this.#here.length);
        if (name === "" || name === ".") continue;
        if (name === "..") this.#goUp();
        else {
          const found = this.#take(name);
          if (found !== null) return found;
        }
      }
      this.#settle();
      return this.#ground.openHere(this.#here);
    } finally {
      this.#ground.leave();
    }
  }

  /** Null while it continues. */
  #take(name: string): Found | null {
    if (this.#links > 0) this.#request.guard?.(this.#locate(name));
    this.#settle();
    if (mayBeShortName(rawToText(name)) && this.#ground.makesShortNames()) throw this.#refuseShort(name);
    // If more names follow, it must be a directory, even if these are only `.` or empty, as in `file/`.
    const isLast = this.#pending.length === 0;
    const found = isLast ? this.#ground.open(name, [...this.#here, name]) : this.#ground.enter(name);
    if (found instanceof LinkText) this.#expand(name, found.target);
    else if (isLast) return found;
    else this.#here.push(name);
    return null;
  }

  /** The text of a link is not shown. */
  #refuseShort(name: string): Error {
    if (this.#links > 0) return outsideWorkspace(this.#request.asked);
    return unusableName(rawToText(name), "may be the short name of another file on this disk; use its full name");
  }

  /** Opens nothing. The parent of the top of the disk is the top itself. */
  #goUp(): void {
    if (this.#here.length === 0 && !this.#isTopOfDisk()) throw outsideWorkspace(this.#request.asked);
    this.#here.pop();
    this.#isElsewhere = true;
  }

  #isTopOfDisk(): boolean {
    return this.#root.names.includes("/");
  }

  #expand(name: string, target: string): void {
    this.#request.onLink?.(this.#locate(name));
    this.#links += 1;
    if (this.#links > MAX_LINKS) throw new TooManyLinks();
    const read = readTarget(target, this.#root);
    if (read === null) throw outsideWorkspace(this.#request.asked);
    if (read.from === "root") {
      this.#here = [];
      this.#isElsewhere = true;
    }
    for (const part of read.names.toReversed()) this.#pending.push(part);
  }

  #settle(): void {
    if (!this.#isElsewhere) return;
    for (let depth = 0; depth < this.#here.length; depth++) this.#pay(0);
    this.#ground.moveTo(this.#here);
    this.#isElsewhere = false;
  }

  #locate(name: string): string {
    return rawToText([...this.#here, name].join("/"));
  }

  #pay(depth: number): void {
    this.#budget -= CALL_COST + depth;
    if (this.#budget < 0) throw new TooManyLinks();
  }
}
