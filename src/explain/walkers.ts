// The tools that walk, as explanations and marks see them: their rules under given options, for all kinds of entries.

import type { EntryKind } from "../disk/types.ts";
import { listRules } from "../tools/edit/list_directory/filter.ts";
import type { ListDirectorySettings } from "../tools/edit/list_directory/types.ts";
import { findRules } from "../tools/edit/list_files/filter.ts";
import type { ListFilesSettings } from "../tools/edit/list_files/types.ts";
import { searchRules } from "../tools/edit/search_text/filter.ts";
import type { SearchTextSettings } from "../tools/edit/search_text/types.ts";
import { compileFilter } from "../tools/edit/tree/filter.ts";
import type { TreeSettings } from "../tools/edit/tree/types.ts";
import type { ViewRules } from "../view/rules.ts";
import type { Rule } from "../view/verdict.ts";

/** Arguments of a tool. Those that are absent have the tool's default. */
export type WalkOptions = Readonly<Record<string, boolean>>;

export interface Walker {
  readonly tool: string;
  readonly respectsGitignore: boolean;
  readonly maxDepth: number;
  rules(options: WalkOptions): ViewRules;
  /** The option with which the tool shows what a rule leaves out; null if there is none. */
  optionAgainst(rule: Rule): string | null;
  /** The condition under which an entry of this kind is shown; empty if there is none. */
  conditionFor(kind: EntryKind): string;
  /** What the tool does with an entry that the system refuses. Default: as with any other. */
  readonly refused?: "shown" | "hidden";
}

const WITH_ALL = 'with entry_kind "all"';

export function treeWalker({ respectGitignore, maxDepth }: TreeSettings): Walker {
  return {
    tool: "tree",
    respectsGitignore: respectGitignore,
    maxDepth,
    rules: ({ include_hidden = false }) =>
      compileFilter({ entryKind: "all", includeHidden: include_hidden, exclude: [] }, "."),
    optionAgainst: ({ rule }) => (rule === "hidden" ? "include_hidden" : null),
    conditionFor: (kind) => (kind === "directory" ? "" : WITH_ALL),
  };
}

const KIND_OPTIONS: Readonly<Record<EntryKind, string>> = {
  file: "include_files",
  directory: "include_dirs",
  symlink: "include_symlinks",
  other: "include_other",
};

/** The owner's settings include the kinds that are listed by default. What the system refuses is listed as unknown, whatever its kind. */
export function listWalker(settings: ListDirectorySettings): Walker {
  return {
    tool: "list_directory",
    respectsGitignore: settings.respectGitignore,
    maxDepth: settings.maxDepth,
    rules: ({ include_hidden = settings.includeHidden }) =>
      listRules({
        includeHidden: include_hidden,
        kinds: {
          file: settings.includeFiles,
          directory: settings.includeDirs,
          symlink: settings.includeSymlinks,
          other: settings.includeOther,
        },
      }),
    optionAgainst: (rule) =>
      rule.rule === "kind" ? KIND_OPTIONS[rule.kind] : rule.rule === "hidden" ? "include_hidden" : null,
    conditionFor: () => "",
    refused: "shown",
  };
}

const FIND_OPTIONS: Partial<Readonly<Record<Rule["rule"], string>>> = {
  hidden: "include_hidden",
  default: "include_ignored",
  ignored: "include_ignored",
};

export function findWalker({ respectGitignore }: Pick<ListFilesSettings, "respectGitignore">): Walker {
  return {
    tool: "list_files",
    respectsGitignore: respectGitignore,
    maxDepth: Number.POSITIVE_INFINITY,
    rules: ({ include_hidden = false, include_ignored = false }) =>
      findRules({ entryKind: "all", includeHidden: include_hidden, includeIgnored: include_ignored }),
    optionAgainst: ({ rule }) => FIND_OPTIONS[rule] ?? null,
    conditionFor: (kind) => (kind === "file" ? "" : WITH_ALL),
  };
}

/** Here, a directory is shown if it is searched. */
export function searchWalker({ respectGitignore }: Pick<SearchTextSettings, "respectGitignore">): Walker {
  return {
    ...findWalker({ respectGitignore }),
    tool: "search_text",
    rules: ({ include_hidden = false, include_ignored = false }) => {
      const asked = { include: null, exclude: null, includeHidden: include_hidden, includeIgnored: include_ignored };
      const { names, kinds } = searchRules(asked);
      return { names, kinds: { ...kinds, directory: "shown" } };
    },
    conditionFor: () => "",
    refused: "hidden",
  };
}
