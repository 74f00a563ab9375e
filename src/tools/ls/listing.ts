// Lists one directory for the Gemini dialect: filters by the file service and the caller's globs, follows links, and keeps the first
// entries in order. Needs memory only for those.

import { join } from "node:path";
import type { CallClock } from "../../disk/call_clock.ts";
import { toPrefix } from "../../disk/names.ts";
import { sorted } from "../../disk/sort.ts";
import { inSlices } from "../../disk/steps.ts";
import type { Metadata, SealedDirectory, SealedNode } from "../../disk/types.ts";
import { ToolError } from "../../errors.ts";
import { compileIgnore } from "./ignore_globs.ts";
import type { IgnoreFilter } from "./ignored_entries.ts";
import { isOnlyThisEntry, type ListedEntry, Sieve } from "./sieve.ts";
import type { FileEntry } from "./types.ts";

/** About as many as fit into an answer of 100 KiB. */
export const MAX_SHOWN = 5000;

export interface FolderListing {
  /** Whether it contains nothing at all, hidden or not. */
  readonly isEmpty: boolean;
  /** At most `MAX_SHOWN`, the first ones in order. */
  readonly entries: readonly FileEntry[];
  /** The number of further entries. */
  readonly leftOut: number;
  /** Before the caller's globs. */
  readonly gitIgnoredCount: number;
  readonly geminiIgnoredCount: number;
}

export interface FolderRequest {
  /** Absolute; the paths of the entries start with it. */
  readonly path: string;
  readonly ignore: readonly string[];
  readonly judge: IgnoreFilter;
  /** Opens the target of the link at `location`, in time slices; throws if the link is broken or leads outside. */
  follow(location: string): Promise<SealedNode>;
}

// 1 git 2 gemini 3 the caller's globs 4 links 5 order 6 metadata. The order decides what is counted, and what is not even looked at.
export async function listFolder(
  directory: SealedDirectory,
  request: FolderRequest,
  clock: CallClock,
): Promise<FolderListing> {
  const isLeftOut = await compileIgnore(request.ignore, clock);
  const sieve = new Sieve({ judge: request.judge, isLeftOut, limit: MAX_SHOWN });
  for (let isRead = false; !isRead; ) {
    await directory.list({ limit: 0, order: () => 0, accept: (entry) => sieve.take(entry) }, clock);
    const { links, more } = sieve.drainLinks();
    for (const link of links) {
      if (clock.isDue()) await clock.rest();
      const metadata = await lookBehind(request, toPrefix(directory.location) + link.name).catch(skip);
      if (metadata !== null) sieve.offer(link, metadata);
    }
    isRead = !more;
  }
  const { isEmpty, gitIgnoredCount, geminiIgnoredCount, first } = sieve;
  const seen = await inSlices(sorted(await lookAtAll(directory, first.kept, clock), sieve.order), clock);
  const entries = seen.map((found) => toFileEntry(found, request.path));
  return { isEmpty, entries, leftOut: first.left, gitIgnoredCount, geminiIgnoredCount };
}

async function lookBehind(request: FolderRequest, location: string): Promise<Metadata> {
  using target = await request.follow(location);
  return target.metadata();
}

type LookedAt = ListedEntry & { readonly metadata: Metadata };

/** Without entries whose metadata cannot be read. */
async function lookAtAll(
  directory: SealedDirectory,
  found: readonly ListedEntry[],
  clock: CallClock,
): Promise<LookedAt[]> {
  const seen = found.filter((entry): entry is LookedAt => entry.metadata !== null);
  const others = found.filter(({ metadata }) => metadata === null);
  const looks = await directory.childMetadata(
    others.map(({ raw }) => raw),
    clock,
  );
  for (const [index, { raw, name }] of others.entries()) {
    const look = looks[index];
    const metadata = ToolError.isInstance(look) ? skip(look) : look;
    if (metadata) seen.push({ raw, name, isDirectory: metadata.kind === "directory", metadata });
  }
  return seen;
}

function skip(error: unknown): null {
  if (!isOnlyThisEntry(error)) throw error;
  return null;
}

function toFileEntry({ name, isDirectory, metadata }: LookedAt, folder: string): FileEntry {
  const size = isDirectory ? 0 : metadata.sizeBytes;
  return { name, path: join(folder, name), isDirectory, size, modifiedTime: new Date(metadata.modifiedMs) };
}
