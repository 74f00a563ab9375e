// Finds entries by name: collects the results of the walk, up to the requested number.

import type { SealedDirectory } from "../../../disk/types.ts";
import { View } from "../../../view/view.ts";
import { requireCall, toCallId } from "../../../walk/cursor.ts";
import { endAt, endComplete, endEarly } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import { type Visit, Walk } from "../../../walk/walk.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { findRules } from "./filter.ts";
import { type FoundPaths, foundPaths } from "./fit.ts";
import type { ListFilesOutput, ListFilesRequest, ListFilesSettings } from "./types.ts";

/** Called with each path before it is taken. False: the page is full, and the path belongs to the next one; the first is always taken. */
export type TakePath = (shown: string, visit: Visit) => Promise<boolean>;

export async function listFiles(
  directory: SealedDirectory,
  request: ListFilesRequest,
  scope: CallScope,
  { maxEntriesScanned: maxEntries }: Pick<ListFilesSettings, "maxEntriesScanned">,
  take: TakePath = async () => true,
): Promise<Found<ListFilesOutput>> {
  const { path } = scope;
  const { pattern, sought, entryKind, includeHidden, includeIgnored, after } = request;
  const call = toCallId(["list_files", path, pattern, entryKind, includeHidden, includeIgnored]);
  const place = after === null ? undefined : requireCall(after, call).place;
  const view = View.atStart(findRules(request), scope, directory);
  const walk = new Walk({ directory, view, clock: endEarly(scope.clock) }, { sought, maxEntries, after: place });
  try {
    const page = { asked: { path, pattern }, call };
    return await collect(walk, { limit: request.maxResults, take }, page);
  } finally {
    walk.close();
  }
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
