// Applies the ignore rules during a walk down a tree: one step per folder, one question per entry.

import type { CallClock } from "../disk/call_clock.ts";
import { toToolError } from "../disk/faults.ts";
import { MAX_ATTEMPTS, TransientChange } from "../disk/retry.ts";
import type { SealedDirectory } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { type FolderRules, type FolderRulesLoader, NO_RULES } from "./folder_rules.ts";
import { type IgnoreVerdict, NOT_IGNORED } from "./ignore_verdict.ts";
import type { Workbench } from "./interruptible.ts";

/** Supplies the rules of further folders. */
export interface WalkRules {
  readonly bench: Workbench;
  folderOf(directory: SealedDirectory): FolderRulesLoader;
}

export class IgnoreWalk {
  readonly #git: FolderRules | null;
  readonly #gemini: FolderRules | null;
  readonly #rules: WalkRules;

  /** Null: those rules are not applied. */
  constructor(git: FolderRules | null, gemini: FolderRules | null, rules: WalkRules) {
    this.#git = git;
    this.#gemini = gemini;
    this.#rules = rules;
  }

  /** The verdict for the folder itself. If it is ignored, so is everything below it. */
  get own(): IgnoreVerdict {
    return combine(this.#git?.verdict ?? NOT_IGNORED, this.#gemini?.verdict ?? NOT_IGNORED);
  }

  /** Enters a child that is open as `directory`, and looks for one ignore file. `raw` is that of an `Entry`. */
  enter(raw: string, directory: SealedDirectory, clock: CallClock): Promise<IgnoreWalk> {
    return this.#rules.bench.run(() => this.#enterNow(raw, this.#rules.folderOf(directory)), clock);
  }

  /** The same without its ignore file. */
  enterUnread(raw: string): IgnoreWalk {
    return this.#enterNow(raw, NO_RULES);
  }

  #enterNow(raw: string, folder: FolderRulesLoader): IgnoreWalk {
    const git = this.#git?.enter(raw, folder) ?? null;
    return new IgnoreWalk(git, this.#gemini?.enter(raw, NO_RULES) ?? null, this.#rules);
  }

  /** A link is not a directory, wherever it leads. */
  isIgnored(raw: string, isDirectory: boolean): boolean {
    return this.verdict(raw, isDirectory).ignored;
  }

  verdict(raw: string, isDirectory: boolean): IgnoreVerdict {
    const git = this.#git?.judge(raw, isDirectory) ?? NOT_IGNORED;
    return git.ignored ? git : combine(git, this.#gemini?.judge(raw, isDirectory) ?? NOT_IGNORED);
  }
}

/** For a workspace whose folders have no rules of their own: nothing is opened. */
export async function enterUnread(start: IgnoreWalk, names: readonly string[], clock: CallClock): Promise<IgnoreWalk> {
  let walk = start;
  for (const name of names) {
    if (clock.isDue()) await clock.rest();
    walk = walk.enterUnread(name);
  }
  return walk;
}

/** Descends from `root`, which stays open. No name may be a link. */
export async function enterAll(
  start: IgnoreWalk,
  root: SealedDirectory,
  names: readonly string[],
  clock: CallClock,
): Promise<IgnoreWalk> {
  for (let looks = 1; ; looks++) {
    let [walk, directory] = [start, root];
    try {
      for (const name of names) {
        if (clock.isDue()) await clock.rest();
        const child = await directory.openChild(name, clock);
        if (directory !== root) directory.close();
        directory = child;
        walk = await walk.enter(name, directory, clock);
      }
      return walk;
    } catch (error) {
      // The directory is open, so it existed: it, or one above it, has been moved since.
      if (!ToolError.isInstance(error) || error.code !== "NOT_FOUND") throw error;
      if (looks === MAX_ATTEMPTS) throw toToolError(new TransientChange(null), error.path ?? ".");
    } finally {
      if (directory !== root) directory.close();
    }
  }
}

/** If either ignores the path, that verdict is returned, git's first; otherwise a rule that includes it again. */
export function combine(git: IgnoreVerdict, gemini: IgnoreVerdict): IgnoreVerdict {
  if (git.ignored) return git;
  return gemini.ignored || git.from === null ? gemini : git;
}
