// Tells whether the condition of `[includeIf "..."]` holds in a repository. See git-config(1), "Conditional includes".

import { dirname, isAbsolute } from "node:path";
import { compileRules } from "../patterns/automaton.ts";
import { foldAscii } from "../patterns/bytes.ts";
import { parseWildPath } from "../patterns/gitignore.ts";
import { rawToText, textToRaw } from "../workspace/names.ts";
import { realPathUnchecked } from "../workspace/user_files.ts";
import { branchOf, type Repository } from "./repository.ts";
import type { RuleFileReader } from "./rule_file_reader.ts";
import type { UserFolders } from "./user_folders.ts";

export interface Scene {
  readonly files: RuleFileReader;
  readonly repository: Repository;
  readonly folders: UserFolders;
}

const CONDITION = /^(gitdir|gitdir\/i|onbranch|hasconfig):(.*)$/s;

/** Null for an unsupported condition. `configFile` contains it; null if it comes from no file. */
export function isMet(condition: string, configFile: string | null, scene: Scene): boolean | null {
  const [, kind, value = ""] = CONDITION.exec(condition) ?? [];
  // Git treats unknown conditions as false.
  if (kind === undefined) return false;
  if (kind === "hasconfig") return null;
  if (kind === "onbranch") {
    const branch = branchOf(scene.repository);
    return branch !== null && matches(withAllBelow(value), branch, false);
  }
  const { gitFolder } = scene.repository;
  return gitFolder !== null && isGitFolder(value, gitFolder, kind === "gitdir/i", configFile, scene);
}

function isGitFolder(
  pattern: string,
  gitFolder: string,
  ignoreCase: boolean,
  configFile: string | null,
  { folders }: Scene,
): boolean | null {
  if (pattern.startsWith("./")) {
    if (configFile === null) return null;
    const start = `${dirname(toReal(configFile))}/`;
    const fold = (text: string) => (ignoreCase ? foldAscii(text) : text);
    if (!fold(gitFolder).startsWith(fold(start))) return false;
    return matches(withAllBelow(pattern).slice(2), gitFolder.slice(start.length), ignoreCase);
  }
  const expanded = folders.expand(pattern, folders.home && toReal(folders.home));
  if (expanded === null) return null;
  return matches(withAllBelow(isAbsolute(expanded) ? expanded : `**/${expanded}`), gitFolder, ignoreCase);
}

/** A trailing slash stands for everything below. */
function withAllBelow(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}

function matches(pattern: string, text: string, ignoreCase: boolean): boolean {
  const parts = parseWildPath(textToRaw(pattern), ignoreCase);
  if (parts === null) return false;
  const automaton = compileRules([{ parts, index: 0 }]);
  const raw = textToRaw(text);
  return automaton.find(automaton.start, ignoreCase ? foldAscii(raw) : raw, false) === 0;
}

/** For the user's own folders. */
function toReal(path: string): string {
  const real = realPathUnchecked(textToRaw(path));
  return real === null ? path : rawToText(real);
}
