// Which repository encloses a folder, and where that keeps what all its working trees share. See gitrepository-layout(5).
// Leaves to others what is read there.

import { dirname, join, resolve } from "node:path";
import type { RuleReader, Spot } from "./rule_files.ts";

export interface Repository {
  /** The folder that holds `.git`, absolute. */
  readonly top: string;
  /** Where `HEAD` is, absolute; null if `.git` does not lead to a repository's own folder. */
  readonly gitFolder: string | null;
  /** Where `info/exclude` and `config` are: the same, but in a working tree beside the first one. */
  readonly commonFolder: string | null;
  /** Whether `.git` is a link from the workspace to somewhere else: it is not followed. */
  readonly leadsOutside: boolean;
}

const GIT_FILE_START = "gitdir: ";

/**
 * Up from the root, as git goes: the first folder whose `.git` is a repository, or a file that names one. A folder named `.git`
 * that is no repository is passed over, but if nothing else is found, the nearest such counts.
 */
export function findRepository(files: RuleReader): Repository | null {
  const device = files.glance(files.locate(files.root))?.device;
  let nearest: Repository | null = null;
  for (let top = files.root; ; top = dirname(top)) {
    const found = readDotGit(files, top);
    if (found !== null && (found.commonFolder !== null || found.isFinal)) return found;
    nearest ??= found;
    const above = dirname(top);
    // git does not look for a repository on another file system either.
    if (above === top || files.glance(files.locate(above))?.device !== device) return nearest;
  }
}

function readDotGit(files: RuleReader, top: string): (Repository & { readonly isFinal: boolean }) | null {
  const spot = files.follow(top, ".git");
  if (spot === "missing") return null;
  const none = { top, gitFolder: null, commonFolder: null, leadsOutside: false };
  if (spot === "leads_outside") return { ...none, leadsOutside: true, isFinal: true };
  const kind = files.glance(spot)?.kind;
  if (kind !== "file" && kind !== "directory") return null;
  const gitFolder = kind === "directory" ? files.pathOf(spot) : readGitFile(files, spot, top);
  const commonFolder = gitFolder && findCommon(files, gitFolder);
  // git gives up at a file that names no repository.
  const isFinal = kind === "file";
  return commonFolder === null ? { ...none, isFinal } : { ...none, gitFolder, commonFolder, isFinal };
}

function readGitFile(files: RuleReader, spot: Spot, top: string): string | null {
  const text = readLine(files, spot) ?? "";
  const target = text.startsWith(GIT_FILE_START) ? text.slice(GIT_FILE_START.length) : "";
  return target === "" ? null : toReal(files, resolve(top, target));
}

/** A working tree beside the first one has a folder of its own, which says where the shared one is. */
function findCommon(files: RuleReader, folder: string): string | null {
  const pointer = readLine(files, files.locate(join(folder, "commondir")));
  const common = pointer ? toReal(files, resolve(folder, pointer)) : folder;
  if (common === null || !hasHead(files, folder)) return null;
  return isFolder(files, common, "objects") && isFolder(files, common, "refs") ? common : null;
}

const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-fA-F]{40})/;
const BRANCH = /^ref:[ \t\r\n]*refs\/heads\/(.+)$/;

/** The name of a branch or of a commit. Git itself made a link of it long ago. */
function hasHead(files: RuleReader, folder: string): boolean {
  const spot = files.locate(join(folder, "HEAD"));
  return files.glance(spot)?.kind === "symlink" || HEAD.test(readLine(files, spot) ?? "");
}

/** Null if none is checked out. */
export function readBranch(files: RuleReader, { gitFolder }: Repository): string | null {
  const line = gitFolder && readLine(files, files.locate(join(gitFolder, "HEAD")));
  return BRANCH.exec(line ?? "")?.[1] ?? null;
}

/** What a link leads to out of the workspace is not looked at: there may be such a folder. */
function isFolder(files: RuleReader, folder: string, name: string): boolean {
  const spot = files.follow(folder, name);
  if (typeof spot === "string") return spot === "leads_outside";
  return files.glance(spot)?.kind === "directory";
}

/** The content without the newlines at its end. */
function readLine(files: RuleReader, spot: Spot): string | null {
  const { bytes } = files.read(spot);
  if (bytes === null) return null;
  let end = bytes.length;
  while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end -= 1;
  return Buffer.from(bytes.subarray(0, end)).toString("utf8");
}

/** `.git` may say any path; whether that lies inside is decided by where it really is. */
function toReal(files: RuleReader, path: string): string | null {
  const spot = files.resolve(path);
  return typeof spot === "string" ? null : files.pathOf(spot);
}
