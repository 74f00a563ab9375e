// Which repository encloses a folder, and where that keeps what all its working trees share. See gitrepository-layout(5).
// Leaves to others what is read there.

import { dirname, join, resolve } from "node:path";
import type { RuleReader, Spot } from "./rule_files.ts";

export interface Repository {
  /** The folder that holds `.git`, absolute. */
  readonly top: string;
  /** Where `info/exclude` and `config` are, absolute; null if `.git` does not lead to a repository's own folder. */
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
  if (spot === "leads_outside") return { top, commonFolder: null, leadsOutside: true, isFinal: true };
  const kind = files.glance(spot)?.kind;
  if (kind !== "file" && kind !== "directory") return null;
  const folder = kind === "directory" ? files.pathOf(spot) : readGitFile(files, spot, top);
  // git gives up at a file that names no repository.
  return { top, commonFolder: folder && findCommon(files, folder), leadsOutside: false, isFinal: kind === "file" };
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
  if (common === null) return null;
  const needed = [join(folder, "HEAD"), join(common, "objects"), join(common, "refs")];
  return needed.every((path) => files.glance(files.locate(path)) !== null) ? common : null;
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
