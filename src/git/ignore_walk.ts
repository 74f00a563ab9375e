// Applies the ignore rules during a walk down a tree: one step per folder, one question per entry.

import { MAX_ATTEMPTS, TransientChange, toToolError } from "../disk/faults.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import type { FolderRules, FolderRulesLoader } from "./folder_rules.ts";
import { type IgnoreVerdict, NOT_IGNORED } from "./ignore_verdict.ts";

/** Supplies the rules of further folders. Null: they have none. */
export interface WalkRules {
  folderOf(directory: Directory): FolderRulesLoader | null;
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
  *enter(raw: string, directory: Directory): Steps<IgnoreWalk> {
    const walk = this.enterUnread(raw);
    const git = walk.#git;
    return git === null
      ? walk
      : new IgnoreWalk(yield* git.load(this.#rules.folderOf(directory)), walk.#gemini, this.#rules);
  }

  /** The same without its ignore file. */
  enterUnread(raw: string): IgnoreWalk {
    return new IgnoreWalk(this.#git?.enter(raw) ?? null, this.#gemini?.enter(raw) ?? null, this.#rules);
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
export function* enterUnread(start: IgnoreWalk, names: readonly string[]): Steps<IgnoreWalk> {
  let walk = start;
  for (const name of names) {
    yield;
    walk = walk.enterUnread(name);
  }
  return walk;
}

/** Descends from `root`, which stays open. No name may be a link. */
export function* enterAll(start: IgnoreWalk, root: Directory, names: readonly string[]): Steps<IgnoreWalk> {
  for (let looks = 1; ; looks++) {
    let [walk, directory] = [start, root];
    try {
      for (const name of names) {
        const child = yield* directory.openChild(name);
        if (directory !== root) directory.close();
        directory = child;
        walk = yield* walk.enter(name, directory);
        yield;
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
