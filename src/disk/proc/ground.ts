// The directories of the strong strategy during a walk: each step opens one name below a descriptor and follows no links. See open(2),
// O_PATH and O_NOFOLLOW.

import { closeSync, constants, fstatSync, openSync, readlinkSync, type Stats } from "node:fs";
import { closeOnFailure } from "../descriptor.ts";
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

/** By its name, so it may be another link by now, whose text is just as valid. See readlink(2). */
function readLink(path: string | Buffer): LinkText {
  try {
    return new LinkText(readlinkSync(path, "latin1"));
  } catch (error) {
    throw errnoOf(error) === "EINVAL" || errnoOf(error) === "ENOENT" ? new TransientChange(null) : error;
  }
}
