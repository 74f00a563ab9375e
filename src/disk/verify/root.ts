// The root of the portable strategy: it is kept open, so that its inode number is not reused, and it is part of every proof.

import { type BigIntStats, fstatSync, openSync, realpathSync } from "node:fs";
import { dirname, sep } from "node:path";
import { internalFailure } from "../../errors/calls.ts";
import type { ToolError } from "../../errors.ts";
import { Descriptor } from "../descriptor.ts";
import { TransientChange, toToolError } from "../faults.ts";
import { rawToFsPath } from "../names.ts";
import { isSameObject, lstatRaw, type WalkedPath } from "./proof.ts";

// See inode(7), S_ISVTX.
const STICKY = 0o1000n;

export class PortableRoot extends Descriptor {
  /** Raw. */
  readonly path: string;
  readonly stats: BigIntStats;
  /** The root and the folders above it that are part of every proof, from the top down. */
  readonly proved: readonly string[];

  /**
   * `role`: a folder above the workspace is read for ignore rules only. Other users may write there at any time, so nothing is proved
   * there.
   */
  constructor(rawPath: string, openFlags: number, role: "workspace" | "above" = "workspace") {
    const proved = role === "workspace" ? [...foldersAbove(rawPath).filter(isQuiet), rawPath] : [];
    super(openSync(rawToFsPath(rawPath), openFlags), ".");
    this.path = rawPath;
    this.proved = proved;
    this.stats = fstatSync(this.fd, { bigint: true });
  }

  /** Its current status. Throws if it was moved. */
  look(): BigIntStats {
    const stats = lstatRaw(this.path);
    if (!isSameObject(stats, this.stats)) throw new TransientChange(null);
    return stats;
  }

  /** The path to the object that `names`, raw, lead to from the root. */
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
      // Something above it is gone; it counts as moved.
    }
    throw internalFailure(asked, "the workspace folder has been moved or replaced");
  }

  /** The error for a failure below the root: the root's own, if it has one. */
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
 * A rename in a folder above can replace the root without a trace below it. Shared temporary folders with the sticky bit are excluded:
 * others write to them all the time, so no look-up could be trusted, and they may not rename our files.
 */
function isQuiet(path: string): boolean {
  return (lstatRaw(path).mode & STICKY) === 0n;
}

/** With the names as the disk spells them, if the system tells: some disks accept several spellings of one name. Follows links. */
export function realPathOf(rawPath: string): string {
  return realpathSync.native(rawToFsPath(rawPath) as string, "latin1");
}

export function joinRaw(path: string, name: string): string {
  return path.endsWith(sep) ? path + name : path + sep + name;
}
