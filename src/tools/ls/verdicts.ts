// Asks the host's file service which entries of a directory are ignored. Leaves the rules to that service.

import type { Entry } from "../../workspace/types.ts";
import type { LSFileService, LSFilteringOptions, LSToolParams } from "./types.ts";

export interface Verdicts {
  readonly kept: readonly Entry[];
  readonly gitIgnoredCount: number;
  readonly geminiIgnoredCount: number;
}

export type Judge = (entries: readonly Entry[]) => Verdicts;

export const judgeNothing: Judge = (entries) => ({ kept: entries, gitIgnoredCount: 0, geminiIgnoredCount: 0 });

/** `folder` is the listed directory as the file service knows it: relative to its root, `.` for that root. */
export function judgeBy(service: LSFileService, folder: string, options: LSFilteringOptions): Judge {
  return (entries) => {
    if (service.filterEntries !== undefined) return service.filterEntries(folder, entries, options);
    const paths = entries.map((entry) => toServicePath(folder, entry));
    const { filteredPaths, gitIgnoredCount, geminiIgnoredCount } = service.filterFilesWithReport(paths, options);
    // Two names that are not UTF-8 may have the same text. They then have the same verdict, and both are in here.
    const kept = new Set(filteredPaths);
    return { kept: entries.filter((_, index) => kept.has(paths[index] ?? "")), gitIgnoredCount, geminiIgnoredCount };
  };
}

/** The slash says that it is a directory. A link to one is none to git, so it gets no slash. */
function toServicePath(folder: string, { name, kind }: Entry): string {
  return toLocation(folder, name) + (kind === "directory" ? "/" : "");
}

export function toLocation(folder: string, name: string): string {
  return folder === "." ? name : `${folder}/${name}`;
}

/** What the call says wins over what the host says; both default to true. */
export function mergeFiltering(
  { file_filtering_options: called }: Pick<LSToolParams, "file_filtering_options">,
  host: { readonly [Option in keyof LSFilteringOptions]?: boolean | undefined },
): LSFilteringOptions {
  return {
    respectGitIgnore: called?.respect_git_ignore ?? host.respectGitIgnore ?? true,
    respectGeminiIgnore: called?.respect_gemini_ignore ?? host.respectGeminiIgnore ?? true,
  };
}
