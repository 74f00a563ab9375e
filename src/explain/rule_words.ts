// Describes in words which rule decides about a path. Explanations and marks share these words.

import type { EntryKind } from "../disk/types.ts";
import type { IgnoreVerdict } from "../git/ignore_verdict.ts";
import type { Denial, Denied } from "../view/denied/patterns.ts";
import type { Lead } from "./lead.ts";

/** The rule of an ignore file that decided about a path. `pattern` is null if the file may not be shown. */
export interface IgnoreRule {
  readonly ignored: boolean;
  readonly source: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly pattern: string | null;
}

/** A file that must not be read is applied, but its lines are not shown. */
export function toRule({ ignored, from }: IgnoreVerdict, denied: Denied): IgnoreRule | null {
  if (from === null) return null;
  const isDenied = from.file !== null && denied.find(from.file, false) !== null;
  return { ignored, ...from, pattern: isDenied ? null : from.pattern };
}

export function describeIgnore({ ignored, ...rule }: IgnoreRule): string {
  return `${ignored ? "ignored" : "kept"} by ${describeRule(rule)}`;
}

export function describeDenial(denial: Denial): string {
  if (denial.source === "portholeignore" && denial.problem !== null)
    return `denied: ${denial.file} cannot be applied, because it ${denial.problem}`;
  if (denial.source === "portholeignore") return `denied by ${describeRule(denial)}`;
  return `denied by ${LISTS[denial.source]} ${denial.pattern}`;
}

const LISTS = {
  owner: "the owner's pattern",
  built_in: "the built-in pattern",
  secrets: "the built-in pattern for secrets",
} as const;

function describeRule({ source, file, line, pattern }: Omit<IgnoreRule, "ignored">): string {
  const where = [file ?? (source === "dot_git" ? "git itself" : source), line]
    .filter((part) => part !== null)
    .join(":");
  return `${where}${pattern === null ? "" : ` (${pattern})`}`;
}

/** For a link that no tool can follow; null if it leads to something inside. */
export function describeLead({ place, outside_allowed_roots }: Pick<Lead, "place" | "outside_allowed_roots">) {
  if (place === "outside") return "leads out of the workspace";
  if (outside_allowed_roots !== null) return "leads out of the allowed folders";
  return place === "missing" ? "leads nowhere" : null;
}

export const KIND_WORDS: Readonly<Record<EntryKind, string>> = {
  file: "a file",
  directory: "a directory",
  symlink: "a link",
  other: "neither file, directory nor link",
};
