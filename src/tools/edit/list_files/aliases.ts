// The arguments of other tools that list_files understands. docs/arguments.md says who uses them.

import type { GivenAlias, Meaning, ToolAliases } from "../../../input/aliases.ts";
import { asCount, asFlag, asPath, asText, onlyAs, requireFlag } from "../../alias_values.ts";
import type { ListFilesSettings } from "./types.ts";

export function listFilesAliases({ maxResults: most }: ListFilesSettings): ToolAliases {
  const table = {
    dir_path: asPath("path"),
    query: asText("pattern"),
    glob: asText("pattern"),
    recursive: { read: readRecursive },
    respect_git_ignore: asFlag("include_ignored", "opposite"),
    respect_gemini_ignore: onlyAs(false, "there are no rules of .geminiignore"),
    case_sensitive: onlyAs(true, "names match exactly; write [aA] for both letters"),
    limit: asCount("max_results", { most }),
    maxResults: asCount("max_results", { most }),
    head_limit: asCount("max_results", { most, zero: most }),
    excludePatterns: onlyAs([], "give a narrower pattern, or a path"),
  };
  return { table, hasFixedJson: false };
}

function readRecursive({ name, value }: GivenAlias): Meaning {
  return requireFlag(name, value) ? {} : { pattern: "./*" };
}
