// Decides where a record may be written: to a regular file with a single name, outside the workspace.

import { type BigIntStats, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "../disk/faults.ts";
import { canonicalRoot } from "../disk/open.ts";
import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { ToolError } from "../errors.ts";

/** Identifies an object on a disk, whatever its name is. */
export type Identity = Pick<BigIntStats, "dev" | "ino">;

/** Where a record should be written. */
export interface RecordPlace {
  /** As the owner wrote it. */
  readonly file: string;
  /** The same, absolute. */
  readonly path: string;
  readonly workspace: Identity;
}

export function identityOf(workspaceRoot: string): Identity {
  return statSync(canonicalRoot(workspaceRoot), { bigint: true });
}

/** Returns the path to open, with the links in its folder resolved. Throws if no record may be written there. Creates nothing. */
export function requirePlace({ file, path, workspace }: RecordPlace): string {
  if (/(?:^|[/\\])\.{0,2}$/.test(path)) throw refuseFile(file, "it is a folder");
  return askSystem(file, () => {
    const folder = realpathSync.native(dirname(path));
    const real = join(folder, basename(path));
    if (isInside(real, path, workspace))
      throw refuseFile(file, "it is inside the workspace, where the agent could read it");
    const found = lstatSync(real, { bigint: true, throwIfNoEntry: false });
    if (found !== undefined) requireFit(file, found);
    return real;
  });
}

/**
 * By the folders above it. True also if the path only passes through the workspace: a link there could later lead elsewhere. A mount may show
 * the file in the workspace too; that is not looked for.
 */
function isInside(real: string, path: string, workspace: Identity): boolean {
  const above = new Set([...listAbove(dirname(path)), ...listAbove(dirname(real))]);
  return [...above].some((name) => isSame(statSync(name, { bigint: true }), workspace));
}

/** Throws unless it is a regular file with one name: a second name could be inside the workspace. */
export function requireFit(file: string, found: BigIntStats): void {
  if (found.isSymbolicLink()) throw refuseFile(file, "it is a symbolic link");
  if (!found.isFile()) throw refuseFile(file, "it is not a regular file");
  if (found.nlink > 1n) throw refuseFile(file, "it has a second name (a hard link)");
}

export function isSame(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** For the owner: names the file as the owner wrote it. */
export function refuseFile(file: string, reason: string): ToolError {
  return invalidArgument(`the record cannot be written to ${quoteShort(file)}: ${reason}`);
}

/** Replaces the system's message, which differs between runtimes and repeats the path. */
export function askSystem<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined || ToolError.isInstance(error)) throw error;
    throw refuseFile(file, REASONS[code] ?? `the system refused (${code})`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its parent is not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a symbolic link",
  ENXIO: "it is not a regular file",
  EISDIR: "it is a folder",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it would be too large",
};

/** The folder itself and all folders above it, as they are written. */
function listAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...listAbove(above)];
}
