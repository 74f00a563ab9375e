// The tools that walk, as explanations and marks see them: their rules under given options, for all kinds of entries.

import { listRules } from "../tools/edit/list_directory/filter.ts";
import type { ListDirectorySettings } from "../tools/edit/list_directory/types.ts";
import { findRules } from "../tools/edit/list_files/filter.ts";
import type { ListFilesSettings } from "../tools/edit/list_files/types.ts";
import { compileFilter } from "../tools/edit/tree/filter.ts";
import type { TreeSettings } from "../tools/edit/tree/types.ts";
import type { ViewRules } from "../view/rules.ts";

/** Arguments of a tool. Those that are absent have the tool's default. */
export type WalkOptions = Readonly<Record<string, boolean>>;

export interface Walker {
  readonly tool: string;
  readonly respectsGitignore: boolean;
  rules(options: WalkOptions): ViewRules;
}

export function treeWalker({ respectGitignore }: TreeSettings): Walker {
  const rules: Walker["rules"] = ({ include_hidden = false }) =>
    compileFilter({ entryKind: "all", includeHidden: include_hidden, exclude: [] }, ".");
  return { tool: "tree", respectsGitignore: respectGitignore, rules };
}

/** The owner's settings include the kinds that are listed by default. */
export function listWalker(settings: ListDirectorySettings): Walker {
  const rules: Walker["rules"] = (options) =>
    listRules({
      includeHidden: options.include_hidden ?? settings.includeHidden,
      kinds: {
        file: options.include_files ?? settings.includeFiles,
        directory: options.include_dirs ?? settings.includeDirs,
        symlink: options.include_symlinks ?? settings.includeSymlinks,
        other: options.include_other ?? settings.includeOther,
      },
    });
  return { tool: "list_directory", respectsGitignore: settings.respectGitignore, rules };
}

export function findWalker({ respectGitignore }: ListFilesSettings): Walker {
  const rules: Walker["rules"] = ({ include_hidden = false, include_ignored = false }) =>
    findRules({ entryKind: "all", includeHidden: include_hidden, includeIgnored: include_ignored });
  return { tool: "list_files", respectsGitignore: respectGitignore, rules };
}
