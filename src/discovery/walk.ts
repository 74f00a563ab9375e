// The rules on the way down a tree: one step per folder, one question per entry. For walks that filter as they go.
// Leaves the rules themselves to level.ts.

import type { Pace } from "../workspace/pace.ts";
import type { SealedDirectory } from "../workspace/types.ts";
import { type Level, type RuleFolder, SILENT_FOLDER } from "./level.ts";
import type { Workbench } from "./steps.ts";
import { type IgnoreVerdict, NOT_IGNORED } from "./verdict.ts";

/** Where the rules of further folders come from. */
export interface FolderRules {
  readonly bench: Workbench;
  folderOf(directory: SealedDirectory): RuleFolder;
}

export class IgnoreWalk {
  readonly #git: Level | null;
  readonly #gemini: Level | null;
  readonly #rules: FolderRules;

  /** Null: those rules are not respected. */
  constructor(git: Level | null, gemini: Level | null, rules: FolderRules) {
    this.#git = git;
    this.#gemini = gemini;
    this.#rules = rules;
  }

  /** Of the folder itself. If it is ignored, so is everything below it. */
  get own(): IgnoreVerdict {
    return combine(this.#git?.verdict ?? NOT_IGNORED, this.#gemini?.verdict ?? NOT_IGNORED);
  }

  /** Into a child that is open as `directory`; costs one look for an ignore file. `raw` is an `Entry`'s. */
  enter(raw: string, directory: SealedDirectory, pace: Pace): IgnoreWalk | Promise<IgnoreWalk> {
    return this.#rules.bench.run(() => this.enterNow(raw, directory), pace);
  }

  enterNow(raw: string, directory: SealedDirectory): IgnoreWalk {
    const git = this.#git?.enter(raw, this.#rules.folderOf(directory)) ?? null;
    return new IgnoreWalk(git, this.#gemini?.enter(raw, SILENT_FOLDER) ?? null, this.#rules);
  }

  /** A link is no directory, wherever it leads. */
  isIgnored(raw: string, isDirectory: boolean): boolean {
    return (
      (this.#git?.judge(raw, isDirectory).ignored ?? false) || (this.#gemini?.judge(raw, isDirectory).ignored ?? false)
    );
  }

  verdict(raw: string, isDirectory: boolean): IgnoreVerdict {
    const git = this.#git?.judge(raw, isDirectory) ?? NOT_IGNORED;
    return git.ignored ? git : combine(git, this.#gemini?.judge(raw, isDirectory) ?? NOT_IGNORED);
  }
}

/** What ignores decides, git first; otherwise what was brought back tells its rule. */
export function combine(git: IgnoreVerdict, gemini: IgnoreVerdict): IgnoreVerdict {
  if (git.ignored) return git;
  return gemini.ignored || git.from === null ? gemini : git;
}
