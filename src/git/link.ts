// Finds the folder that a `.git` file, or `commondir`, names. A workspace may contain any such file, so a folder outside is used only if
// its path follows git's layout, it is on the same mounts, belongs to the same user, is reached without links, and points back to the
// folder that names it. All other cases look the same, whether or not the folder exists. See gitrepository-layout(5), git-worktree(1),
// git-submodule(1).

import { join, resolve } from "node:path";
import { SandboxPath } from "../disk/sandbox_path.ts";
import { type Steps, withoutWaiting } from "../disk/steps.ts";
import type { Folder } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { parseGitConfig } from "./config.ts";
import type { FolderIn, RuleFileReader, RuleSource } from "./rule_file_reader.ts";

export interface LineReader {
  readonly files: RuleFileReader;
  /** Null if it cannot be read. */
  readLine(source: RuleSource): Steps<string | null>;
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
export function* findLinkedFolder(reader: LineReader, dotGit: FolderIn): Steps<LinkedFolder | "leads_outside" | null> {
  const text = (yield* reader.readLine(reader.files.below(dotGit, "."))) ?? "";
  const target = text.startsWith(GIT_FILE_START) ? text.slice(GIT_FILE_START.length) : "";
  if (!isPath(target)) return null;
  const top = dotGit.root;
  const path = resolve(top.rootNames[0] ?? "", target);
  const inside = reader.files.toInside(top, path);
  if (inside !== null) {
    const folder = { root: top, path: inside };
    const common = yield* findCommonFolder(reader, folder);
    return common === "leads_outside" ? common : { folder, common };
  }
  return (yield* findVouched(reader, top, path)) ?? "leads_outside";
}

/** For a folder inside the workspace. An additional working tree has a folder of its own, which names the shared one. */
export function* findCommonFolder(reader: LineReader, folder: FolderIn): Steps<FolderIn | "leads_outside"> {
  const pointer = yield* reader.readLine(reader.files.fixedBelow(folder, "commondir"));
  if (pointer === null || !isPath(pointer)) return folder;
  const { root, path } = folder;
  const common = resolve(join(root.rootNames[0] ?? "", path), pointer);
  const inside = reader.files.toInside(root, common);
  return inside === null ? "leads_outside" : { root, path: inside };
}

function* findVouched(reader: LineReader, top: Folder, path: string): Steps<LinkedFolder | null> {
  // Windows does not report the owner of a folder.
  if (process.platform === "win32") return null;
  const names = path.split("/");
  const [isWorktree, isSubmodule] = [names.at(-2) === "worktrees", names.slice(0, -1).includes("modules")];
  if (!isWorktree && !isSubmodule) return null;
  const folder = yield* openOutside(reader, top, path);
  if (folder === null) return null;
  const linked = isWorktree ? yield* findShared(reader, folder, path, top) : null;
  if (linked !== null) return linked;
  return isSubmodule && (yield* isSubmoduleOf(reader, folder, path, top)) ? { folder, common: folder } : null;
}

/** A working tree's own folder names the `.git` file that points to it, and is inside the folder that it shares with the others. */
function* findShared(reader: LineReader, folder: FolderIn, path: string, top: Folder): Steps<LinkedFolder | null> {
  const back = yield* reader.readLine(reader.files.fixedBelow(folder, "gitdir"));
  if (back === null || !isPath(back) || !isSamePlace(resolve(path, back), top, ".git")) return null;
  const pointer = yield* reader.readLine(reader.files.fixedBelow(folder, "commondir"));
  const shared = resolve(path, "../..");
  if (pointer === null || !isPath(pointer) || resolve(path, pointer) !== shared) return null;
  const common = yield* openOutside(reader, top, shared);
  return common && { folder, common };
}

/** The file may be hostile: text that cannot be a path is not parsed. */
function isPath(text: string): boolean {
  return text !== "" && text.length <= MAX_PATH_CHARS && !/[\n\0]/.test(text);
}

/** Starts at the nearest folder above that contains the path by its text. From there, no link is followed and no other mount is touched. */
function* openOutside({ files }: LineReader, top: Folder, path: string): Steps<FolderIn | null> {
  for (let above = top.aboveUnchecked(); above !== null; above = above.aboveUnchecked()) {
    const inside = files.toInside(above, path);
    if (inside === null) continue;
    // Without a way to tell mounts apart, nothing is opened that shares no folder with the workspace: it might hang.
    if (above.strategy === "verify" && above.aboveUnchecked() === null) return null;
    return (yield* isOwnFolder(above, inside, top.ownerUid)) ? { root: above, path: inside } : null;
  }
  return null;
}

function* isOwnFolder(folder: Folder, path: string, ownerUid: bigint): Steps<boolean> {
  try {
    // Without waiting: otherwise a folder that is being written to could be distinguished from a missing one.
    using node = yield* withoutWaiting(folder.resolve(SandboxPath.ofLocation(path)));
    const isFixed = node?.kind === "directory" && node.location === path;
    return isFixed && node.ownerUid() === ownerUid && ownerUid !== OVERFLOW_UID;
  } catch (error) {
    // Transient errors too, for the same reason.
    if (ToolError.isInstance(error)) return false;
    throw error;
  }
}

/** Its configuration names its working tree. It is read only if everything else looks like a repository. */
function* isSubmoduleOf(reader: LineReader, folder: FolderIn, path: string, top: Folder): Steps<boolean> {
  const { files } = reader;
  const isRepository =
    (yield* files.lookBelow(folder, "HEAD")) === "file" &&
    (yield* files.lookBelow(folder, "objects")) === "directory" &&
    (yield* files.lookBelow(folder, "refs")) === "directory";
  if (!isRepository) return false;
  // With `extensions.worktreeConfig`, it is in the second file.
  for (const name of ["config", "config.worktree"]) {
    const text = yield* reader.readLine(files.fixedBelow(folder, name));
    const { entries } = yield* parseGitConfig(text ?? "");
    const worktree = entries.findLast(({ key }) => key === "core.worktree")?.value;
    if (worktree && isPath(worktree) && isSamePlace(resolve(path, worktree), top, ".")) return true;
  }
  return false;
}

function isSamePlace(path: string, { rootNames }: Folder, below: string): boolean {
  return rootNames.some((name) => path === join(name, below));
}
