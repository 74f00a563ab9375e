// Describes in words which rule decides about an entry. Explanations and marks share these words.

import type { EntryKind } from "../disk/types.ts";
import { type IgnoreRule, toIgnoreRule } from "../view/ignore_rule.ts";
import type { Denial, Denied, Rule } from "../view/verdict.ts";

/** `denied` decides whether the lines of an ignore file may be shown. */
export function describeRule(rule: Rule, denied: Denied): string {
  switch (rule.rule) {
    case "always":
      return "always left out";
    case "default":
      return "left out by default";
    case "excluded":
      return "excluded";
    case "hidden":
      return "starts with a dot";
    case "ignored": {
      const shown = toIgnoreRule({ ignored: true, from: rule.from }, denied);
      return shown === null ? "ignored" : describeIgnore(shown);
    }
    case "denied":
      return describeDenial(rule.denial);
    case "kind":
      return `it is ${KIND_WORDS[rule.kind]}`;
    case "outside":
      return "leads out of the workspace";
    case "not_allowed":
      return "leads out of the allowed folders";
    case "missing":
      return "leads nowhere";
    case "unknown":
      return "cannot be looked at";
  }
}

export function describeIgnore({ ignored, ...rule }: IgnoreRule): string {
  return `${ignored ? "ignored" : "kept"} by ${describeOrigin(rule)}`;
}

export function describeDenial(denial: Denial): string {
  if (denial.source === "portholeignore" && denial.problem !== null)
    return `denied: ${denial.file} cannot be applied, because it ${denial.problem}`;
  if (denial.source === "portholeignore") return `denied by ${describeOrigin(denial)}`;
  return `denied by ${LISTS[denial.source]} ${denial.pattern}`;
}

const LISTS = {
  owner: "the owner's pattern",
  built_in: "the built-in pattern",
  secrets: "the built-in pattern for secrets",
} as const;

function describeOrigin({ source, file, line, pattern }: Omit<IgnoreRule, "ignored">): string {
  const where = [file ?? (source === "dot_git" ? "git itself" : source), line]
    .filter((part) => part !== null)
    .join(":");
  return `${where}${pattern === null ? "" : ` (${pattern})`}`;
}

/** Of what a search cannot read. */
export const UNREADABLE = "it cannot be read, or is neither file, directory nor link";

export const KIND_WORDS: Readonly<Record<EntryKind, string>> = {
  file: "a file",
  directory: "a directory",
  symlink: "a link",
  other: "neither file, directory nor link",
};
