// Finds the repository around a workspace, and the folder that its working trees share. See gitrepository-layout(5).

import { basename, join } from "node:path";
import { inOneStep } from "../workspace/call_clock.ts";
import { textToRaw } from "../workspace/names.ts";
import type { Workspace } from "../workspace/types.ts";
import { FileCache } from "./file_cache.ts";
import { findCommonFolder, findLinkedFolder, type LineReader } from "./git_link.ts";
import type { FolderIn, RuleFileReader, RuleSource } from "./rule_file_reader.ts";

export interface Repository {
  /** The folder that holds `.git`: the workspace, or one above it. */
  readonly top: Workspace;
  /** The folders from `top` down to the workspace, without `top`. */
  readonly between: readonly Workspace[];
  /** Where `HEAD` is, absolute; null if `.git` does not lead to a repository's own folder that may be looked at. */
  readonly gitFolder: string | null;
  /** What `HEAD` says; empty if that cannot be told. */
  readonly head: string | null;
  /** Where `info/exclude` and `config` are: the same, but in a working tree beside the first one. */
  readonly common: FolderIn | null;
  /** Whether `.git` leads to somewhere that does not vouch for this folder: it is not looked at. */
  readonly leadsOutside: boolean;
}

/** The text of small files of git's, without the newlines at its end. */
export type LineCache = FileCache<string>;

export function makeLineCache(): LineCache {
  return new FileCache((bytes) => {
    let end = bytes.length;
    while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end -= 1;
    return inOneStep(() => Buffer.from(bytes.subarray(0, end)).toString("utf8"));
  });
}

/**
 * Up from the root, as git goes: the first folder whose `.git` is a repository, or a file that names one. A folder named `.git`
 * that is no repository is passed over, but if nothing else is found, the nearest such counts, with its `info/exclude`.
 */
export function findRepository(files: RuleFileReader, lines: LineCache = makeLineCache()): Repository | null {
  const { workspace } = files;
  const reader = { files, lines, readLine: (source: RuleSource) => readLine(lines, source) };
  let nearest: DotGit | null = null;
  const between: Workspace[] = [];
  for (let top = workspace; ; ) {
    const found = readDotGit(reader, top, [...between]);
    if (found !== null && (found.common !== null || found.isFinal)) return found;
    nearest ??= found;
    const above = top.aboveUnchecked();
    // git does not look for a repository on another file system either.
    if (above === null || above.device !== workspace.device) return nearest && { ...nearest, common: nearest.folder };
    between.unshift(top);
    top = above;
  }
}

/** The name of a folder of `between`, raw. */
export function nameOf({ rootNames }: Workspace): string {
  return textToRaw(basename(rootNames[0] ?? ""));
}

/** Null if none is checked out. */
export function branchOf({ head }: Repository): string | null {
  return BRANCH.exec(head ?? "")?.[1] ?? null;
}

interface Reader extends LineReader {
  readonly lines: LineCache;
}

interface DotGit extends Repository {
  /** Whether nothing above is looked at. */
  readonly isFinal: boolean;
  /** `.git` itself, if it is a folder. */
  readonly folder: FolderIn | null;
}

function readDotGit(reader: Reader, top: Workspace, between: readonly Workspace[]): DotGit | null {
  const { files } = reader;
  const dotGit = { workspace: top, path: ".git" };
  const none = { top, between, gitFolder: null, head: null, common: null, leadsOutside: false };
  const [final, passing] = [
    { isFinal: true, folder: null },
    { isFinal: false, folder: dotGit },
  ];
  const seen = files.lookBelow(dotGit, ".");
  if (seen === null || isForeign(files, dotGit)) return null;
  if (seen === "leads_outside") return { ...none, leadsOutside: true, ...final };
  // It is there, and must not be read.
  if (seen === "denied") return { ...none, ...final };
  if (seen === "file") return { ...readGitFile(reader, dotGit, none), ...final };
  return seen === "directory" ? { ...readGitFolder(reader, dotGit, none), ...passing } : null;
}

/** A stranger may make a repository in a folder that all may write to, as `/tmp`; git refuses that as well. */
function isForeign(files: RuleFileReader, dotGit: FolderIn): boolean {
  if (dotGit.workspace === files.workspace || process.getuid === undefined) return false;
  // Whoever owns what a link leads to, and wherever that is, the link may be a stranger's.
  if (files.isLink(dotGit)) return true;
  const ownerUid = files.ownerBelow(dotGit, ".");
  return ownerUid !== files.workspace.ownerUid && ownerUid !== BigInt(process.getuid());
}

function readGitFolder(reader: Reader, folder: FolderIn, none: Repository): Repository {
  const common = findCommonFolder(reader, folder);
  if (common === "leads_outside") return { ...none, leadsOutside: true };
  return describeFolder(reader, folder, common, none);
}

/** git gives up at a file that names no repository. */
function readGitFile(reader: Reader, dotGit: FolderIn, none: Repository): Repository {
  const linked = findLinkedFolder(reader, dotGit);
  if (linked === "leads_outside") return { ...none, leadsOutside: true };
  return linked === null ? none : describeFolder(reader, linked.folder, linked.common, none);
}

function describeFolder(reader: Reader, folder: FolderIn, common: FolderIn, none: Repository): Repository {
  const head = readHead(reader, folder);
  const isRepository = head !== null && isFolder(reader, common, "objects") && isFolder(reader, common, "refs");
  const gitFolder = join(folder.workspace.rootNames[0] ?? "", folder.path);
  return isRepository ? { ...none, gitFolder, head, common } : none;
}

const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-fA-F]{40})/;
const BRANCH = /^ref:[ \t\r\n]*refs\/heads\/(.+)$/;

/** Null if it names neither a branch nor a commit. Long ago it was a link; and what cannot be read just now is there all the same. */
function readHead({ files, lines }: Reader, folder: FolderIn): string | null {
  const loaded = lines.get(files.fixedBelow(folder, "HEAD"));
  if (loaded.fault === null) return HEAD.test(loaded.value) ? loaded.value : null;
  return loaded.fault === "symlink" || loaded.fault === "unreadable" ? "" : null;
}

/** What a link leads to out of the workspace is not looked at: there may be such a folder. */
function isFolder({ files }: Reader, folder: FolderIn, name: string): boolean {
  const seen = files.lookBelow(folder, name);
  return seen === "directory" || seen === "leads_outside" || seen === "denied";
}

function readLine(lines: LineCache, source: RuleSource): string | null {
  const loaded = lines.get(source);
  return loaded.fault === null ? loaded.value : null;
}
