// Finds the repository around a workspace, and the folder that its working trees share. See gitrepository-layout(5).

import { basename } from "node:path";
import { textToRaw } from "../disk/names.ts";
import { inOneStep, type Steps } from "../disk/steps.ts";
import type { Folder } from "../disk/types.ts";
import { FileCache } from "./file_cache.ts";
import { findCommonFolder, findLinkedFolder, type LineReader } from "./link.ts";
import type { FolderIn, RuleFileReader, RuleSource } from "./rule_file_reader.ts";

export interface Repository {
  /** The folder that contains `.git`: the workspace, or one above it. */
  readonly top: Folder;
  /** The folders from `top` down to the workspace, without `top`. */
  readonly between: readonly Folder[];
  /** The folder with `info/exclude` and `config`; null if `.git` does not lead to a repository that may be read. */
  readonly common: FolderIn | null;
  /** Whether `.git` leads to a folder that does not point back to this one. Such a folder is not read. */
  readonly leadsOutside: boolean;
}

/** The text of git's small files, without trailing newlines. */
export type LineCache = FileCache<string>;

export function makeLineCache(): LineCache {
  return new FileCache((bytes) => {
    let end = bytes.length;
    while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end -= 1;
    return inOneStep(() => Buffer.from(bytes.subarray(0, end)).toString("utf8"));
  });
}

/**
 * Searches upwards from the root, as git does, for the first folder whose `.git` is a repository or a file that names one. A `.git` folder
 * that is not a repository is skipped; if nothing else is found, the nearest of these is used, with its `info/exclude`.
 */
export function* findRepository(files: RuleFileReader, lines: LineCache = makeLineCache()): Steps<Repository | null> {
  const { root } = files;
  const reader = { files, lines, readLine: (source: RuleSource) => readLine(lines, source) };
  let nearest: DotGit | null = null;
  const between: Folder[] = [];
  for (let top = root; ; ) {
    const found = yield* readDotGit(reader, top, [...between]);
    if (found !== null && (found.common !== null || found.isFinal)) return found;
    nearest ??= found;
    const above = top.aboveUnchecked();
    // Git does not look for a repository on another file system either.
    if (above === null || above.device !== root.device) return nearest && { ...nearest, common: nearest.folder };
    between.unshift(top);
    top = above;
  }
}

/** The name of a folder of `between`, raw. */
export function nameOf({ rootNames }: Folder): string {
  return textToRaw(basename(rootNames[0] ?? ""));
}

interface Reader extends LineReader {
  readonly lines: LineCache;
}

interface DotGit extends Repository {
  /** Whether the search stops here. */
  readonly isFinal: boolean;
  /** `.git` itself, if it is a folder. */
  readonly folder: FolderIn | null;
}

function* readDotGit(reader: Reader, top: Folder, between: readonly Folder[]): Steps<DotGit | null> {
  const { files } = reader;
  const dotGit = { root: top, path: ".git" };
  const none = { top, between, common: null, leadsOutside: false };
  const [final, passing] = [
    { isFinal: true, folder: null },
    { isFinal: false, folder: dotGit },
  ];
  const seen = yield* files.lookBelow(dotGit, ".");
  if (seen === null || (yield* isForeign(files, dotGit))) return null;
  if (seen === "leads_outside") return { ...none, leadsOutside: true, ...final };
  // It exists but must not be read.
  if (seen === "denied") return { ...none, ...final };
  if (seen === "file") return { ...(yield* readGitFile(reader, dotGit, none)), ...final };
  return seen === "directory" ? { ...(yield* readGitFolder(reader, dotGit, none)), ...passing } : null;
}

/** A stranger may create a repository in a folder that everybody can write to, such as `/tmp`; git refuses that too. */
function* isForeign(files: RuleFileReader, dotGit: FolderIn): Steps<boolean> {
  if (dotGit.root === files.root || process.getuid === undefined) return false;
  // The link itself may be a stranger's, whoever owns its target.
  if (yield* files.isLink(dotGit)) return true;
  const ownerUid = yield* files.ownerBelow(dotGit, ".");
  return ownerUid !== files.root.ownerUid && ownerUid !== BigInt(process.getuid());
}

function* readGitFolder(reader: Reader, folder: FolderIn, none: Repository): Steps<Repository> {
  const common = yield* findCommonFolder(reader, folder);
  if (common === "leads_outside") return { ...none, leadsOutside: true };
  return yield* describeFolder(reader, folder, common, none);
}

/** Git stops at a file that does not name a repository. */
function* readGitFile(reader: Reader, dotGit: FolderIn, none: Repository): Steps<Repository> {
  const linked = yield* findLinkedFolder(reader, dotGit);
  if (linked === "leads_outside") return { ...none, leadsOutside: true };
  return linked === null ? none : yield* describeFolder(reader, linked.folder, linked.common, none);
}

function* describeFolder(reader: Reader, folder: FolderIn, common: FolderIn, none: Repository): Steps<Repository> {
  const isRepository =
    (yield* hasHead(reader, folder)) &&
    (yield* isFolder(reader, common, "objects")) &&
    (yield* isFolder(reader, common, "refs"));
  return isRepository ? { ...none, common } : none;
}

const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-fA-F]{40})/;

/** Whether it names a branch or a commit. In old repositories it is a link. A file that cannot be read right now still exists. */
function* hasHead({ files, lines }: Reader, folder: FolderIn): Steps<boolean> {
  const loaded = yield* lines.get(files.fixedBelow(folder, "HEAD"));
  if (loaded.fault === null) return HEAD.test(loaded.value);
  return loaded.fault === "symlink" || loaded.fault === "unreadable";
}

/** The target of a link out of the workspace is not looked at, so it may be such a folder. */
function* isFolder({ files }: Reader, folder: FolderIn, name: string): Steps<boolean> {
  const seen = yield* files.lookBelow(folder, name);
  return seen === "directory" || seen === "leads_outside" || seen === "denied";
}

function* readLine(lines: LineCache, source: RuleSource): Steps<string | null> {
  const loaded = yield* lines.get(source);
  return loaded.fault === null ? loaded.value : null;
}
