// What lies in one directory: filtered by the file service and the caller's globs, looked at, in order. Leaves to others how the
// directory was opened, and how it is shown.

import { join } from "node:path";
import { ToolError } from "../../errors.ts";
import { textToRaw } from "../../workspace/names.ts";
import { type Pace, patiently } from "../../workspace/pace.ts";
import type { Entry, Metadata, SealedDirectory, SealedNode } from "../../workspace/types.ts";
import { compileIgnore } from "./ignore.ts";
import { sortEntries } from "./order.ts";
import type { FileEntry } from "./types.ts";
import { type Judge, toLocation } from "./verdicts.ts";

export interface FolderListing {
  /** Whether nothing lies in it at all, hidden or not. */
  readonly isEmpty: boolean;
  readonly entries: readonly FileEntry[];
  /** Before the caller's globs. */
  readonly gitIgnoredCount: number;
  readonly geminiIgnoredCount: number;
}

export interface FolderRequest {
  /** Absolute; entries are shown below it. */
  readonly path: string;
  readonly ignore: readonly string[];
  readonly judge: Judge;
  /** Opens what a link leads to, given where the link lies; throws if it leads out or nowhere. */
  follow(location: string, pace: Pace): SealedNode | Promise<SealedNode>;
}

// The file service may go to the disk for each of them.
const ENTRIES_PER_SLICE = 128;

// 1 git  2 gemini  3 the caller's globs  4 metadata. What is counted, and what is not even looked at, follows from it.
export async function listFolder(
  directory: SealedDirectory,
  request: FolderRequest,
  pace: Pace,
): Promise<FolderListing> {
  const { entries } = await directory.list({ limit: Number.POSITIVE_INFINITY, order: () => 0 }, pace);
  const isIgnored = compileIgnore(request.ignore);
  const found: FileEntry[] = [];
  let [gitIgnoredCount, geminiIgnoredCount] = [0, 0];
  for (let at = 0; at < entries.length; at += ENTRIES_PER_SLICE) {
    if (pace.isDue()) await pace.rest();
    const verdicts = await patiently(() => request.judge(entries.slice(at, at + ENTRIES_PER_SLICE)), pace);
    gitIgnoredCount += verdicts.gitIgnoredCount;
    geminiIgnoredCount += verdicts.geminiIgnoredCount;
    for (const entry of verdicts.kept) {
      if (isIgnored(entry.name)) continue;
      const seen = look(directory, entry, request, pace);
      const metadata = seen instanceof Promise ? await seen : seen;
      if (metadata !== null) found.push(toFileEntry(entry.name, request.path, metadata));
    }
  }
  const sorted = await sortEntries(found, pace);
  return { isEmpty: entries.length === 0, entries: sorted, gitIgnoredCount, geminiIgnoredCount };
}

type Look = Metadata | null;

/** Of what a link leads to; null for what cannot be looked at. */
function look(directory: SealedDirectory, entry: Entry, request: FolderRequest, pace: Pace): Look | Promise<Look> {
  try {
    const seen =
      entry.kind === "symlink" ? lookBehind(directory, entry, request, pace) : directory.childMetadata(entry.raw, pace);
    return seen instanceof Promise ? seen.catch(skip) : seen;
  } catch (error) {
    return skip(error);
  }
}

async function lookBehind(directory: SealedDirectory, entry: Entry, request: FolderRequest, pace: Pace): Promise<Look> {
  // A name that is not UTF-8 cannot be asked for by its text; what has that text as its name is something else.
  if (textToRaw(entry.name) !== entry.raw) return null;
  const target = await request.follow(toLocation(directory.location, entry.name), pace);
  try {
    return target.metadata();
  } finally {
    target.close();
  }
}

function skip(error: unknown): null {
  if (!isOnlyThisEntry(error)) throw error;
  return null;
}

/** Not a cancelled call, nor a lack of time or descriptors: those would leave out any number of entries unseen. */
function isOnlyThisEntry(error: unknown): boolean {
  return ToolError.isInstance(error) && error.kind !== "Cancelled" && !error.retriable;
}

function toFileEntry(name: string, folder: string, { kind, sizeBytes, modifiedMs }: Metadata): FileEntry {
  const isDirectory = kind === "directory";
  return {
    name,
    path: join(folder, name),
    isDirectory,
    size: isDirectory ? 0 : sizeBytes,
    modifiedTime: new Date(modifiedMs),
  };
}
