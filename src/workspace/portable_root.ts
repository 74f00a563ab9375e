// The root of the portable strategy: it is held open, so that its inode number is not reused, and it is part of every proof.

import { type BigIntStats, fstatSync, openSync } from "node:fs";
import { dirname, sep } from "node:path";
import { internalFailure, type ToolError } from "../errors.ts";
import { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import { rawToFsPath } from "./names.ts";
import { isSameObject, lstatRaw, type WalkedPath } from "./path_proof.ts";
import { TransientChange } from "./retry.ts";

// See inode(7), S_ISVTX.
const STICKY = 0o1000n;

export class PortableRoot extends Descriptor {
  /** Raw. */
  readonly path: string;
  readonly stats: BigIntStats;
  /** The root and the folders above it, as far as they are part of every proof, from the top down. */
  readonly proved: readonly string[];

  /**
   * `role`: a folder above the workspace is looked into for ignore rules alone. Those who may write there are not the workspace, and
   * there is always somebody who does: so nothing is proved there.
   */
  constructor(rawPath: string, openFlags: number, role: "workspace" | "above" = "workspace") {
    const proved = role === "workspace" ? [...foldersAbove(rawPath).filter(isQuiet), rawPath] : [];
    super(openSync(rawToFsPath(rawPath), openFlags), ".");
    this.path = rawPath;
    this.proved = proved;
    this.stats = fstatSync(this.fd, { bigint: true });
  }

  /** Its present status. Throws if it is not where it was. */
  look(): BigIntStats {
    const stats = lstatRaw(this.path);
    if (!isSameObject(stats, this.stats)) throw new TransientChange(null);
    return stats;
  }

  /** The way to what `names`, raw, lead to from the root. */
  walkedPathTo(names: readonly string[]): WalkedPath {
    const directories = [...this.proved];
    let path = this.path;
    for (const name of names.slice(0, -1)) {
      path = joinRaw(path, name);
      directories.push(path);
    }
    return { root: this.stats, rootPath: this.path, directories };
  }

  /** Throws unless the root's path still leads to the root. */
  requireHere(asked: string): void {
    this.requireOpen(asked);
    if (fstatSync(this.fd).nlink === 0) throw internalFailure(asked, "the workspace folder has been deleted");
    try {
      if (isSameObject(lstatRaw(this.path), this.stats)) return;
    } catch {
      // Something above it is gone: moved, as far as anybody can tell from here.
    }
    throw internalFailure(asked, "the workspace folder has been moved or replaced");
  }

  /** What to say of a failure below the root: the root's own, if it has one. */
  toToolError(error: unknown, asked: string): ToolError {
    try {
      if (this.isOpen) this.requireHere(asked);
    } catch (rootError) {
      return toToolError(rootError, asked);
    }
    return toToolError(error, asked);
  }
}

function foldersAbove(rawPath: string): string[] {
  const above = dirname(rawPath);
  return above === rawPath ? [] : [...foldersAbove(above), above];
}

/**
 * A rename in a folder above exchanges the root without a sign of it below. Not a shared folder for temporary files, with the sticky
 * bit: others write to it all the time, so that no look could be believed, and may not rename what is ours.
 */
function isQuiet(path: string): boolean {
  return (lstatRaw(path).mode & STICKY) === 0n;
}

export function joinRaw(path: string, name: string): string {
  return path.endsWith(sep) ? path + name : path + sep + name;
}
