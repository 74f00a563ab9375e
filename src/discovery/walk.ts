// The rules on the way down a tree: one step per folder, one question per entry. For walks that filter as they go.
// Leaves the rules themselves to level.ts.

import { ToolError } from "../errors.ts";
import { toToolError } from "../workspace/faults.ts";
import type { Pace } from "../workspace/pace.ts";
import { MAX_LOOKS, Unsettled } from "../workspace/retry.ts";
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
  enter(raw: string, directory: SealedDirectory, pace: Pace): Promise<IgnoreWalk> {
    return this.#rules.bench.run(() => this.#enterNow(raw, directory), pace);
  }

  #enterNow(raw: string, directory: SealedDirectory): IgnoreWalk {
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

/** Down from `root`, which stays open. Each name must be one without links. */
export async function enterAll(
  walk: IgnoreWalk,
  root: SealedDirectory,
  names: readonly string[],
  pace: Pace,
): Promise<IgnoreWalk> {
  for (let looks = 1; ; looks++) {
    try {
      return await enterOnce(walk, root, names, pace);
    } catch (error) {
      // The directory is open, so it was there: somebody has moved it, or one above it, since.
      if (!ToolError.isInstance(error) || error.code !== "NOT_FOUND") throw error;
      if (looks === MAX_LOOKS) throw toToolError(new Unsettled(null), error.path ?? ".");
    }
  }
}

async function enterOnce(
  start: IgnoreWalk,
  root: SealedDirectory,
  names: readonly string[],
  pace: Pace,
): Promise<IgnoreWalk> {
  let walk = start;
  let directory = root;
  const leave = () => {
    if (directory !== root) directory.close();
  };
  try {
    for (const name of names) {
      if (pace.isDue()) await pace.rest();
      const child = await directory.openChild(name, pace);
      leave();
      directory = child;
      walk = await walk.enter(name, directory, pace);
    }
    return walk;
  } finally {
    leave();
  }
}

/** What ignores decides, git first; otherwise what was brought back tells its rule. */
export function combine(git: IgnoreVerdict, gemini: IgnoreVerdict): IgnoreVerdict {
  if (git.ignored) return git;
  return gemini.ignored || git.from === null ? gemini : git;
}
