// The rules on the way down a tree: one step per folder, one question per entry. For walks that filter as they go.
// Leaves the rules themselves to level.ts.

import { textToRaw } from "../workspace/names.ts";
import type { Pace } from "../workspace/pace.ts";
import type { Level } from "./level.ts";
import type { Workbench } from "./steps.ts";
import { type IgnoreVerdict, NOT_IGNORED } from "./verdict.ts";

export class IgnoreWalk {
  readonly #git: Level | null;
  readonly #gemini: Level | null;
  readonly #bench: Workbench;

  /** Null: those rules are not respected. */
  constructor(git: Level | null, gemini: Level | null, bench: Workbench) {
    this.#bench = bench;
    this.#git = git;
    this.#gemini = gemini;
  }

  /** Of the folder itself. If it is ignored, so is everything below it. */
  get own(): IgnoreVerdict {
    return combine(this.#git?.verdict ?? NOT_IGNORED, this.#gemini?.verdict ?? NOT_IGNORED);
  }

  /** Into a child that is a directory; costs one look for an ignore file. `raw` is an `Entry`'s. */
  enter(raw: string, pace: Pace): IgnoreWalk | Promise<IgnoreWalk> {
    return this.#bench.run(() => this.enterNow(raw), pace);
  }

  /** The same, name by name, for a whole path; `.` stays here. */
  async enterAll(location: string, pace: Pace): Promise<IgnoreWalk> {
    let walk: IgnoreWalk = this;
    for (const name of location === "." ? [] : location.split("/")) {
      if (pace.isDue()) await pace.rest();
      walk = await walk.enter(textToRaw(name), pace);
    }
    return walk;
  }

  enterNow(raw: string): IgnoreWalk {
    return new IgnoreWalk(this.#git?.enter(raw) ?? null, this.#gemini?.enter(raw) ?? null, this.#bench);
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
