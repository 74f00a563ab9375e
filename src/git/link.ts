// Finds the folder that a `.git` file, or `commondir`, names. A workspace may contain any such file, so a folder outside is used only if
// its path follows git's layout, it is on the same mounts, belongs to the same user, is reached without links, and points back to the
// folder that names it. All other cases look the same, whether or not the folder exists. See gitrepository-layout(5), git-worktree(1),
// git-submodule(1).

import { join, resolve } from "node:path";
import { CallClock, runNow } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Workspace } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { parseGitConfig } from "./config.ts";
import type { FolderIn, RuleFileReader, RuleSource } from "./rule_file_reader.ts";

export interface LineReader {
  readonly files: RuleFileReader;
  /** Null if it cannot be read. */
  readLine(source: RuleSource): string | null;
}

interface LinkedFolder {
  readonly folder: FolderIn;
  readonly common: FolderIn;
}

const GIT_FILE_START = "gitdir: ";
// The longest path on Linux (PATH_MAX).
const MAX_PATH_CHARS = 4096;
// The user id that a user namespace shows for unmapped users.
const OVERFLOW_UID = 65534n;

/** Null if the file at `dotGit` does not name a folder. */
export function findLinkedFolder(reader: LineReader, dotGit: FolderIn): LinkedFolder | "leads_outside" | null {
  const text = reader.readLine(reader.files.below(dotGit, ".")) ?? "";
  const target = text.startsWith(GIT_FILE_START) ? text.slice(GIT_FILE_START.length) : "";
  if (!isPath(target)) return null;
  const top = dotGit.workspace;
  const path = resolve(top.rootNames[0] ?? "", target);
  const inside = reader.files.toInside(top, path);
  if (inside !== null) {
    const folder = { workspace: top, path: inside };
    const common = findCommonFolder(reader, folder);
    return common === "leads_outside" ? common : { folder, common };
  }
  return findVouched(reader, top, path) ?? "leads_outside";
}

/** For a folder inside the workspace. An additional working tree has a folder of its own, which names the shared one. */
export function findCommonFolder(reader: LineReader, folder: FolderIn): FolderIn | "leads_outside" {
  const pointer = reader.readLine(reader.files.fixedBelow(folder, "commondir"));
  if (pointer === null || !isPath(pointer)) return folder;
  const { workspace, path } = folder;
  const common = resolve(join(workspace.rootNames[0] ?? "", path), pointer);
  const inside = reader.files.toInside(workspace, common);
  return inside === null ? "leads_outside" : { workspace, path: inside };
}

function findVouched(reader: LineReader, top: Workspace, path: string): LinkedFolder | null {
  // Windows does not report the owner of a folder.
  if (process.platform === "win32") return null;
  const names = path.split("/");
  const [isWorktree, isSubmodule] = [names.at(-2) === "worktrees", names.slice(0, -1).includes("modules")];
  if (!isWorktree && !isSubmodule) return null;
  const folder = openOutside(reader, top, path);
  if (folder === null) return null;
  const linked = isWorktree ? findShared(reader, folder, path, top) : null;
  if (linked !== null) return linked;
  return isSubmodule && isSubmoduleOf(reader, folder, path, top) ? { folder, common: folder } : null;
}

/** A working tree's own folder names the `.git` file that points to it, and is inside the folder that it shares with the others. */
function findShared(reader: LineReader, folder: FolderIn, path: string, top: Workspace): LinkedFolder | null {
  const back = reader.readLine(reader.files.fixedBelow(folder, "gitdir"));
  if (back === null || !isPath(back) || !isSamePlace(resolve(path, back), top, ".git")) return null;
  const pointer = reader.readLine(reader.files.fixedBelow(folder, "commondir"));
  const shared = resolve(path, "../..");
  if (pointer === null || !isPath(pointer) || resolve(path, pointer) !== shared) return null;
  const common = openOutside(reader, top, shared);
  return common && { folder, common };
}

/** The file may be hostile: text that cannot be a path is not parsed. */
function isPath(text: string): boolean {
  return text !== "" && text.length <= MAX_PATH_CHARS && !/[\n\0]/.test(text);
}

/** Starts at the nearest folder above that contains the path by its text. From there, no link is followed and no other mount is touched. */
function openOutside({ files }: LineReader, top: Workspace, path: string): FolderIn | null {
  for (let above = top.aboveUnchecked(); above !== null; above = above.aboveUnchecked()) {
    const inside = files.toInside(above, path);
    if (inside === null) continue;
    // Without a way to tell mounts apart, nothing is opened that shares no folder with the workspace: it might hang.
    if (above.strategy === "verify" && above.aboveUnchecked() === null) return null;
    return isOwnFolder(above, inside, top.ownerUid) ? { workspace: above, path: inside } : null;
  }
  return null;
}

function isOwnFolder(workspace: Workspace, path: string, ownerUid: bigint): boolean {
  try {
    using node = workspace.resolveNow(SandboxPath.ofLocation(path), new CallClock());
    const isFixed = node.kind === "directory" && node.location === path;
    return isFixed && node.ownerUid() === ownerUid && ownerUid !== OVERFLOW_UID;
  } catch (error) {
    // Transient errors too: otherwise a folder that is being written to could be distinguished from a missing one.
    if (ToolError.isInstance(error)) return false;
    throw error;
  }
}

/** Its configuration names its working tree. It is read only if everything else looks like a repository. */
function isSubmoduleOf(reader: LineReader, folder: FolderIn, path: string, top: Workspace): boolean {
  const { files } = reader;
  const isRepository =
    files.lookBelow(folder, "HEAD") === "file" &&
    files.lookBelow(folder, "objects") === "directory" &&
    files.lookBelow(folder, "refs") === "directory";
  if (!isRepository) return false;
  // With `extensions.worktreeConfig`, it is in the second file.
  return ["config", "config.worktree"].some((name) => {
    const text = reader.readLine(files.fixedBelow(folder, name));
    const { entries } = runNow(parseGitConfig(text ?? ""));
    const worktree = entries.findLast(({ key }) => key === "core.worktree")?.value;
    return worktree && isPath(worktree) ? isSamePlace(resolve(path, worktree), top, ".") : false;
  });
}

function isSamePlace(path: string, { rootNames }: Workspace, below: string): boolean {
  return rootNames.some((name) => path === join(name, below));
}
