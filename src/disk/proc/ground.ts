// The directories of the strong strategy during a walk: each step opens one name below a descriptor and follows no links. See open(2),
// O_PATH and O_NOFOLLOW.

import { closeSync, constants, fstatSync, openSync, readlinkSync, type Stats } from "node:fs";
import { mayMakeShortNames } from "../disk_kinds.ts";
import { errnoOf, faultReason, TransientChange } from "../faults.ts";
import { LinkText, type WalkGround } from "../name_walk.ts";
import { rawToFsPath } from "../names.ts";
import type { Node } from "../types.ts";
import { openRoot, wrapDescriptor } from "./nodes.ts";
import { descriptorPath, O_PATH, OPEN_OBJECT, type ProcRoot } from "./root.ts";

/**
 * Keeps one directory open besides the root: a stack would take a descriptor for each of two thousand names. Going up starts at the root
 * again.
 */
export class ProcGround implements WalkGround<Node> {
  readonly #root: ProcRoot;
  readonly #asked: string;
  /** Null: at the root. */
  #fd: number | null = null;

  constructor(root: ProcRoot, asked: string) {
    this.#root = root;
    this.#asked = asked;
  }

  enter(raw: string): LinkText | null {
    return this.#look(raw, (fd, stats) => {
      if (!stats.isDirectory()) throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
      this.leave();
      this.#fd = fd;
      return null;
    });
  }

  open(raw: string, names: readonly string[]): Node | LinkText {
    return this.#look(raw, (fd, stats) => wrapDescriptor(fd, stats, this.#root, { names, asked: this.#asked }));
  }

  openHere(names: readonly string[]): Node {
    if (this.#fd === null) return openRoot(this.#root, this.#asked);
    const fd = openSync(this.#path, O_PATH | constants.O_DIRECTORY);
    return closeOnFailure(fd, () => wrapDescriptor(fd, fstatSync(fd), this.#root, { names, asked: this.#asked }));
  }

  moveTo(names: readonly string[]): void {
    this.leave();
    try {
      for (const name of names) if (this.enter(name) !== null) throw new TransientChange(null);
    } catch (error) {
      // It was a directory a moment ago.
      throw faultReason(error) === "exhausted" ? error : new TransientChange(null);
    }
  }

  makesShortNames(): boolean {
    return mayMakeShortNames(this.#path);
  }

  leave(): void {
    if (this.#fd === null) return;
    closeSync(this.#fd);
    this.#fd = null;
  }

  /**
   * Opens `raw` with O_PATH and decides by the open object; `keep` takes ownership of the descriptor. Not O_DIRECTORY, which would save a
   * call: it triggers automounts, and may block forever.
   */
  #look<T>(raw: string, keep: (fd: number, stats: Stats) => T): T | LinkText {
    const path = this.#pathOf(raw);
    const fd = openSync(path, OPEN_OBJECT);
    return closeOnFailure(fd, () => {
      this.#root.requireKnownMount(fd, this.#asked);
      const stats = fstatSync(fd);
      if (!stats.isSymbolicLink()) return keep(fd, stats);
      const link = readLink(path);
      closeSync(fd);
      return link;
    });
  }

  get #path(): string {
    return this.#fd === null ? this.#root.path : descriptorPath(this.#fd);
  }

  #pathOf(raw: string): string | Buffer {
    return rawToFsPath(`${this.#path}/${raw}`);
  }
}

// Each takes some microseconds, without a pause in between.
const MAX_STRAIGHT_NAMES = 64;
const ODD_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * The same walk for a path without links, which most are. Only the last object's kind is checked: the system looks up names only in
 * directories, and returns ENOTDIR for a link opened with O_PATH, so each of the others was a directory. Null if something is in the way or
 * unusual, or the path is long: then the full walk decides.
 */
export function openStraight(root: ProcRoot, rawPath: string, asked: string): Node | null {
  const names = rawPath.split("/", MAX_STRAIGHT_NAMES + 1);
  if (names.length > MAX_STRAIGHT_NAMES || ODD_NAME.test(rawPath) || rawPath.includes("~")) return null;
  let held = -1;
  try {
    for (const name of names) {
      const parent = held;
      held = openSync(rawToFsPath(`${parent < 0 ? root.path : descriptorPath(parent)}/${name}`), OPEN_OBJECT);
      if (parent >= 0) closeSync(parent);
      root.requireKnownMount(held, asked);
    }
    const stats = fstatSync(held);
    if (stats.isSymbolicLink()) return null;
    const node = wrapDescriptor(held, stats, root, { names, asked });
    held = -1;
    return node;
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return null;
    throw error;
  } finally {
    if (held >= 0) closeSync(held);
  }
}

/** By its name, so it may be another link by now, whose text is just as valid. See readlink(2). */
function readLink(path: string | Buffer): LinkText {
  try {
    return new LinkText(readlinkSync(path, "latin1"));
  } catch (error) {
    throw errnoOf(error) === "EINVAL" || errnoOf(error) === "ENOENT" ? new TransientChange(null) : error;
  }
}

function closeOnFailure<T>(fd: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
