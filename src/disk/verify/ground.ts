// The directories of the portable strategy during a walk: each is added to the proof before anything is looked up in it.

import { type BigIntStats, readlinkSync } from "node:fs";
import { sep } from "node:path";
import { mayMakeShortNames } from "../disk_kinds.ts";
import { faultReason, TransientChange } from "../faults.ts";
import { LinkText, type WalkGround } from "../name_walk.ts";
import { rawToFsPath, rawToText, stripRoot } from "../names.ts";
import type { Node, PlaceGuard } from "../types.ts";
import { openNode } from "./nodes.ts";
import { lstatRaw, type PathProof, WAIT_MS } from "./proof.ts";
import { joinRaw, type PortableRoot, realPathOf } from "./root.ts";

export class PortableGround implements WalkGround<Node> {
  readonly #root: PortableRoot;
  readonly #proof: PathProof;
  readonly #asked: string;
  readonly #guard: PlaceGuard | undefined;
  #path: string;

  constructor(root: PortableRoot, proof: PathProof, asked: string, guard: PlaceGuard | undefined) {
    this.#root = root;
    this.#proof = proof;
    this.#asked = asked;
    this.#guard = guard;
    this.#path = root.path;
    for (const path of root.proved) proof.add(path, path === root.path ? root.look() : lstatRaw(path));
  }

  enter(raw: string): LinkText | null {
    const path = joinRaw(this.#path, raw);
    const stats = lstatRaw(path);
    if (stats.isSymbolicLink()) return readLink(path);
    if (!stats.isDirectory()) throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
    this.#proof.add(path, stats);
    this.#path = path;
    return null;
  }

  open(raw: string, names: readonly string[]): Node | LinkText {
    const path = joinRaw(this.#path, raw);
    const stats = lstatRaw(path);
    return stats.isSymbolicLink() ? readLink(path) : this.#open(path, names, stats);
  }

  openHere(names: readonly string[]): Node {
    return this.#open(this.#path, names, lstatRaw(this.#path));
  }

  /** Needs no look-up: the proof already contains these directories. */
  moveTo(names: readonly string[]): void {
    this.#path = names.reduce(joinRaw, this.#root.path);
  }

  /** Elsewhere the system tells the full name: see `#spell`. */
  makesShortNames(): boolean {
    return process.platform === "linux" && mayMakeShortNames(rawToFsPath(this.#path));
  }

  leave(): void {}

  #open(path: string, names: readonly string[], stats: BigIntStats): Node {
    this.#proof.requireSettled();
    try {
      const found = this.#spell(path, names);
      const location = rawToText(found.join("/")) || ".";
      if (location !== rawToText(names.join("/"))) this.#guard?.(location);
      const walked = this.#root.walkedPathTo(found);
      return openNode({ root: this.#root, path, walked, names: found, location, asked: this.#asked }, stats);
    } catch (error) {
      // It existed a moment ago.
      const reason = faultReason(error);
      throw reason === "missing" || reason === "unreachable" ? new TransientChange(WAIT_MS) : error;
    }
  }

  /**
   * The names as stored on disk: some disks accept several spellings of one name, and rules are about names. There are no links on the
   * path, so none are followed; if that changes meanwhile, the proof fails.
   */
  #spell(path: string, names: readonly string[]): readonly string[] {
    const below = stripRoot(realPathOf(path), this.#root.path, sep);
    const spelled = below === "" ? [] : below?.split(sep);
    if (spelled?.length !== names.length) throw new TransientChange(WAIT_MS);
    return spelled;
  }
}

function readLink(path: string): LinkText {
  try {
    return new LinkText(readlinkSync(rawToFsPath(path), "latin1"));
  } catch {
    // It was a link a moment ago.
    throw new TransientChange(WAIT_MS);
  }
}
