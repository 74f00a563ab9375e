// Finds entries by name: collects the results of the walk, up to the requested number.

import { inSlices, type Steps } from "../../../disk/steps.ts";
import type { SealedDirectory } from "../../../disk/types.ts";
import { requireCall, toCallId } from "../../../walk/cursor.ts";
import { WalkFolder } from "../../../walk/folder.ts";
import { endAt, endComplete, endEarly, type PageEnd } from "../../../walk/page.ts";
import type { Mark } from "../../../walk/place.ts";
import { type Visit, Walk } from "../../../walk/walk.ts";
import type { Found } from "../../found.ts";
import type { CallScope } from "../../tool.ts";
import { findRules } from "./filter.ts";
import { type FoundPaths, foundPaths } from "./fit.ts";
import type { ListFilesOutput, ListFilesRequest, ListFilesSettings } from "./types.ts";

/** Called with each path before it is taken. False: the page is full, and the path belongs to the next one; the first is always taken. */
export type TakePath = (shown: string, visit: Visit) => Steps<boolean>;

export async function listFiles(
  directory: SealedDirectory,
  request: ListFilesRequest,
  scope: CallScope,
  { maxEntriesScanned: maxEntries }: Pick<ListFilesSettings, "maxEntriesScanned">,
  take?: TakePath,
): Promise<Found<ListFilesOutput>> {
  const { path } = scope;
  const { pattern, sought, bound, after } = request;
  const call = toCallId([path, ...bound]);
  const place = after === null ? undefined : requireCall(after, call).place;
  const folder = WalkFolder.atStart(directory.inner, findRules(request), scope);
  const walk = new Walk(folder, { sought, maxEntries, after: place });
  const found = { asked: { path, pattern }, call, paths: [], marks: [] };
  try {
    const steps = collect(walk, { limit: request.maxResults, take }, found);
    const end = await inSlices(steps, endEarly(scope.clock)).catch((error: unknown) => {
      walk.end(error);
      return endOf(walk, request.maxResults, found);
    });
    return foundPaths(found, end);
  } finally {
    walk.close();
  }
}

interface PageLimits {
  readonly limit: number;
  readonly take: TakePath | undefined;
}

/** The paths of a page, as they are found. */
type Collected = FoundPaths & { readonly paths: string[]; readonly marks: Mark[] };

function* collect(walk: Walk, { limit, take }: PageLimits, found: Collected): Steps<PageEnd> {
  const { call, paths, marks } = found;
  // Continues after the last path that fits: only another match tells that more follow.
  for (let visit = yield* walk.next(); visit !== null; visit = yield* walk.next()) {
    const last = marks[limit - 1];
    // Everything after the last path belongs to the next page.
    if (last !== undefined) return endAt(last, "max_results", call);
    const shown = toShown(visit);
    const before = marks.at(-1);
    if (take !== undefined && !(yield* take(shown, visit)) && before !== undefined)
      return endAt(before, "max_output_bytes", call);
    paths.push(shown);
    marks.push(walk.mark);
  }
  return endOf(walk, limit, found);
}

function endOf(walk: Walk, limit: number, { call, paths }: Collected): PageEnd {
  if (walk.endedBy === null) return endComplete(walk.leftOut.snapshot());
  // If nothing was found, the next page need not look there again.
  return endAt(walk.mark, paths.length === limit ? "max_results" : walk.endedBy, call);
}

function toShown({ path, entry }: Visit): string {
  return entry.kind === "directory" ? `${path}/` : path;
}
