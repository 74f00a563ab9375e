// Asks the host's file service which entries of a directory are ignored.

import type { CallClock } from "../../disk/call_clock.ts";
import { toPrefix } from "../../disk/names.ts";
import type { Entry } from "../../disk/types.ts";
import type { EntryJudge } from "../../view/discovery_service.ts";
import type { LSFileService, LSFilteringOptions, LSToolParams } from "./types.ts";

export interface SiftedEntries {
  readonly kept: readonly Entry[];
  readonly gitIgnoredCount: number;
  readonly geminiIgnoredCount: number;
}

export interface IgnoreFilter {
  /** The number of entries per request. */
  readonly portion: number;
  ask(entries: readonly Entry[]): SiftedEntries;
}

export const ignoreNothing: IgnoreFilter = filterByBytes(() => null);

// The service may open the folder for each request, and may access the disk for each path.
const PATHS_PER_PORTION = 128;

/** `folder` is the listed directory relative to the root of the file service, `.` for that root. */
export async function openIgnoreFilter(
  service: LSFileService,
  folder: string,
  options: LSFilteringOptions,
  clock: CallClock,
): Promise<IgnoreFilter> {
  const judge = await service.openFolder?.(folder, options, clock);
  return judge === undefined ? filterByPaths(service, folder, options) : filterByBytes(judge);
}

function filterByBytes(judge: EntryJudge): IgnoreFilter {
  const ask = (entries: readonly Entry[]) => {
    const verdicts = entries.map(judge);
    const count = (family: "git" | "gemini") => verdicts.filter((verdict) => verdict === family).length;
    const kept = entries.filter((_, index) => verdicts[index] === null);
    return { kept, gitIgnoredCount: count("git"), geminiIgnoredCount: count("gemini") };
  };
  // Every name is matched against all rules, so the event loop may need a turn between two names.
  return { portion: 1, ask };
}

function filterByPaths(service: LSFileService, folder: string, options: LSFilteringOptions): IgnoreFilter {
  const ask = (entries: readonly Entry[]) => {
    const paths = entries.map((entry) => toServicePath(folder, entry));
    const { filteredPaths, gitIgnoredCount, geminiIgnoredCount } = service.filterFilesWithReport(paths, options);
    // Two names that are not UTF-8 may have the same text. They then have the same verdict, and both are in here.
    const kept = new Set(filteredPaths);
    return { kept: entries.filter((_, index) => kept.has(paths[index] ?? "")), gitIgnoredCount, geminiIgnoredCount };
  };
  return { portion: PATHS_PER_PORTION, ask };
}

/** The slash marks a directory. To git, a link to a directory is not one, so it gets no slash. */
function toServicePath(folder: string, { name, kind }: Entry): string {
  return toPrefix(folder) + name + (kind === "directory" ? "/" : "");
}

/** The call's options win over the host's; both default to true. */
export function mergeFiltering(
  { file_filtering_options: called }: Pick<LSToolParams, "file_filtering_options">,
  host: { readonly [Option in keyof LSFilteringOptions]?: boolean | undefined },
): LSFilteringOptions {
  return {
    respectGitIgnore: called?.respect_git_ignore ?? host.respectGitIgnore ?? true,
    respectGeminiIgnore: called?.respect_gemini_ignore ?? host.respectGeminiIgnore ?? true,
  };
}
