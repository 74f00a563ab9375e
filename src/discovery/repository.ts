// Which repository encloses a folder, and where that keeps what all its working trees share. See gitrepository-layout(5).
// Leaves to others what is read there.

import { dirname, join, resolve } from "node:path";
import { FileCache } from "./file_cache.ts";
import type { RuleReader, Spot } from "./rule_files.ts";
import { inOneStep } from "./steps.ts";

export interface Repository {
  /** The folder that holds `.git`, absolute. */
  readonly top: string;
  /** Where `HEAD` is, absolute; null if `.git` does not lead to a repository's own folder. */
  readonly gitFolder: string | null;
  /** What `HEAD` says; empty if that cannot be told. */
  readonly head: string | null;
  /** Where `info/exclude` and `config` are: the same, but in a working tree beside the first one. */
  readonly commonFolder: string | null;
  /** Whether `.git` is a link from the workspace to somewhere else: it is not followed. */
  readonly leadsOutside: boolean;
}

const GIT_FILE_START = "gitdir: ";

/** The text of small files of git's, without the newlines at its end. */
export type LineCache = FileCache<string>;

export function makeLineCache(): LineCache {
  return new FileCache((bytes) => {
    let end = bytes.length;
    while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end -= 1;
    return inOneStep(Buffer.from(bytes.subarray(0, end)).toString("utf8"));
  });
}

/**
 * Up from the root, as git goes: the first folder whose `.git` is a repository, or a file that names one. A folder named `.git`
 * that is no repository is passed over, but if nothing else is found, the nearest such counts.
 */
export function findRepository(files: RuleReader, lines: LineCache = makeLineCache()): Repository | null {
  const device = files.glance(files.locate(files.root))?.device;
  const reader = { files, lines };
  let nearest: Repository | null = null;
  for (let top = files.root; ; top = dirname(top)) {
    const found = readDotGit(reader, top);
    if (found !== null && (found.commonFolder !== null || found.isFinal)) return found;
    nearest ??= found;
    const above = dirname(top);
    // git does not look for a repository on another file system either.
    if (above === top || files.glance(files.locate(above))?.device !== device) return nearest;
  }
}

/** Null if none is checked out. */
export function branchOf({ head }: Repository): string | null {
  return BRANCH.exec(head ?? "")?.[1] ?? null;
}

interface Reader {
  readonly files: RuleReader;
  readonly lines: LineCache;
}

function readDotGit(reader: Reader, top: string): (Repository & { readonly isFinal: boolean }) | null {
  const { files } = reader;
  const spot = files.follow(top, ".git");
  if (spot === "missing") return null;
  const none = { top, gitFolder: null, head: null, commonFolder: null, leadsOutside: false };
  if (spot === "leads_outside") return { ...none, leadsOutside: true, isFinal: true };
  const kind = files.glance(spot)?.kind;
  if (kind !== "file" && kind !== "directory") return null;
  const gitFolder = kind === "directory" ? files.pathOf(spot) : readGitFile(reader, spot, top);
  // git gives up at a file that names no repository.
  const isFinal = kind === "file";
  const head = gitFolder && readHead(reader, gitFolder);
  const commonFolder = gitFolder && findCommon(reader, gitFolder);
  if (head === null || commonFolder === null) return { ...none, isFinal };
  return { ...none, gitFolder, head, commonFolder, isFinal };
}

function readGitFile(reader: Reader, spot: Spot, top: string): string | null {
  const text = readLine(reader, spot) ?? "";
  const target = text.startsWith(GIT_FILE_START) ? text.slice(GIT_FILE_START.length) : "";
  return target === "" ? null : toReal(reader.files, resolve(top, target));
}

/** A working tree beside the first one has a folder of its own, which says where the shared one is. */
function findCommon(reader: Reader, folder: string): string | null {
  const { files } = reader;
  const pointer = readLine(reader, files.locate(join(folder, "commondir")));
  const common = pointer ? toReal(files, resolve(folder, pointer)) : folder;
  if (common === null) return null;
  return isFolder(files, common, "objects") && isFolder(files, common, "refs") ? common : null;
}

const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-fA-F]{40})/;
const BRANCH = /^ref:[ \t\r\n]*refs\/heads\/(.+)$/;

/** Null if it names neither a branch nor a commit. Long ago it was a link; and what cannot be read just now is there all the same. */
function readHead({ files, lines }: Reader, folder: string): string | null {
  const loaded = lines.get(files, files.locate(join(folder, "HEAD")));
  if (loaded.fault === null) return HEAD.test(loaded.value) ? loaded.value : null;
  return loaded.fault === "symlink" || loaded.fault === "unreadable" ? "" : null;
}

/** What a link leads to out of the workspace is not looked at: there may be such a folder. */
function isFolder(files: RuleReader, folder: string, name: string): boolean {
  const spot = files.follow(folder, name);
  if (typeof spot === "string") return spot === "leads_outside";
  return files.glance(spot)?.kind === "directory";
}

function readLine({ files, lines }: Reader, spot: Spot): string | null {
  const loaded = lines.get(files, spot);
  return loaded.fault === null ? loaded.value : null;
}

/** `.git` may say any path; whether that lies inside is decided by where it really is. */
function toReal(files: RuleReader, path: string): string | null {
  const spot = files.resolve(path);
  return typeof spot === "string" ? null : files.pathOf(spot);
}
