// Finds entries by name: collects the results of the walk, up to the requested number.

import type { SealedDirectory } from "../../../disk/types.ts";
import { requireCall, toCallId } from "../../../walk/cursor.ts";
import type { EntryRules } from "../../../walk/entry_filter.ts";
import { endAt, endComplete, endEarly } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import { type Visit, Walk } from "../../../walk/walk.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { type FoundPaths, foundPaths } from "./fit.ts";
import type { ListFilesKind, ListFilesOutput, ListFilesRequest, ListFilesSettings } from "./types.ts";

const KINDS: Readonly<Record<ListFilesKind, EntryRules["kinds"]>> = {
  file: { file: "visit", directory: "pass", symlink: "linked", other: "pass" },
  directory: { file: "pass", directory: "visit", symlink: "linked", other: "pass" },
  all: { file: "visit", directory: "visit", symlink: "visit", other: "visit" },
};

/** Called with each path before it is taken. False: the page is full, and the path belongs to the next one; the first is always taken. */
export type TakePath = (shown: string, visit: Visit) => Promise<boolean>;

export async function listFiles(
  directory: SealedDirectory,
  request: ListFilesRequest,
  scope: CallScope,
  { maxEntriesScanned: maxEntries }: Pick<ListFilesSettings, "maxEntriesScanned">,
  take: TakePath = async () => true,
): Promise<Found<ListFilesOutput>> {
  const { path, ignored } = scope;
  const { pattern, entryKind, includeHidden, includeIgnored, after } = request;
  const call = toCallId(["list_files", path, pattern, entryKind, includeHidden, includeIgnored]);
  const place = after === null ? undefined : requireCall(after, call).place;
  const start = { directory, path, ignored, clock: endEarly(scope.clock) };
  const walk = new Walk(start, { rules: toRules(request, scope), maxEntries, after: place });
  try {
    const page = { asked: { path, pattern }, call };
    return await collect(walk, { limit: request.maxResults, take }, page);
  } finally {
    walk.close();
  }
}

export type ShownBy = Pick<ListFilesRequest, "entryKind" | "includeHidden" | "includeIgnored"> &
  Pick<EntryRules, "sought">;

/** How the walk treats each entry. */
export function toRules(request: ShownBy, { denied }: Pick<CallScope, "denied">): EntryRules {
  const { entryKind, sought, includeHidden, includeIgnored } = request;
  const shown = { kinds: KINDS[entryKind], denied, showsDenied: true, includeHidden, includeIgnored };
  return { ...shown, sought, include: null, exclude: null };
}

interface PageLimits {
  readonly limit: number;
  readonly take: TakePath;
}

async function collect(
  walk: Walk,
  { limit, take }: PageLimits,
  { asked, call }: Pick<FoundPaths, "asked" | "call">,
): Promise<Found<ListFilesOutput>> {
  const paths: string[] = [];
  const marks: Mark[] = [];
  const found = { asked, call, paths, marks };
  // Continues after the last path that fits: only another match tells that more follow.
  for (let visit = await walk.next(); visit !== null; visit = await walk.next()) {
    const last = marks[limit - 1];
    // Everything after the last path belongs to the next page.
    if (last !== undefined) return foundPaths(found, endAt(last, "max_results", call));
    const shown = toShown(visit);
    const before = marks.at(-1);
    if (!(await take(shown, visit)) && before !== undefined)
      return foundPaths(found, endAt(before, "max_output_bytes", call));
    paths.push(shown);
    marks.push(walk.mark);
  }
  if (walk.endedBy === null) return foundPaths(found, endComplete(walk.leftOut.snapshot()));
  // If nothing was found, the next page need not look there again.
  return foundPaths(found, endAt(walk.mark, paths.length === limit ? "max_results" : walk.endedBy, call));
}

function toShown({ path, entry }: Visit): string {
  return entry.kind === "directory" ? `${path}/` : path;
}
