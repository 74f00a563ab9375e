// Finds out whether something is denied, by every name that it has, and words the refusal.

import type { EntryKind } from "../../disk/types.ts";
import { deniedByFile, deniedByPattern, deniedByUnusableFile } from "../../errors/paths.ts";
import type { ToolError } from "../../errors.ts";
import type { BothNames, Denial, Denied } from "../verdict.ts";

/** By either name, because the request may have come through a link. */
export function findDenial(denied: Denied, { path, location }: BothNames, kind: EntryKind): Denial | null {
  // Rules for directories may apply to the target of a link.
  const isDirectory = kind === "symlink" ? undefined : kind === "directory";
  return denied.find(path, isDirectory) ?? (path === location ? null : denied.find(location, isDirectory));
}

export function refusalOf(path: string, denial: Denial): ToolError {
  if (denial.source !== "portholeignore") return deniedByPattern(path, denial.pattern);
  const { file, line, problem } = denial;
  return problem === null ? deniedByFile(path, file, line) : deniedByUnusableFile(path, file, problem);
}
