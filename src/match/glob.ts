// Finds which of several globs matches a path relative to the workspace root (docs/globs.md).

import { SLASH } from "../regex/char_sets.ts";
import { compileRules, type PathAutomaton } from "../regex/path_automaton.ts";
import type { Progress } from "../regex/state_table.ts";
import { type PatternNode, toRepeat, toSequence } from "../regex/tree.ts";
import type { Alternative, Glob } from "./glob_syntax.ts";
import { ANY_FOLDERS, ANY_PLUS, ANY_STAR, addRun, charNode, STAR, toRule } from "./path_nodes.ts";

/** The state of the globs in one folder. */
export type GlobProgress = Progress;

export interface GlobSetOptions {
  /** If a directory matches, everything below it does too. */
  readonly coversBelow?: boolean;
}

const AT_SLASH = charNode(SLASH);
/** Nothing, or a slash and everything after it. */
const ALL_BELOW = toRepeat(toSequence([AT_SLASH, ANY_STAR]), 0, 1);

export class GlobSet {
  readonly #automaton: PathAutomaton;
  readonly #coversBelow: boolean;
  /** The first glob that matches the root itself, or -1. */
  readonly #rootIndex: number;

  constructor(globs: readonly Glob[], { coversBelow = false }: GlobSetOptions = {}) {
    this.#coversBelow = coversBelow;
    this.#rootIndex = globs.findIndex((glob) => glob.some((alternative) => alternative.length === 0));
    // The automaton returns the last rule that matches.
    const rules = globs.flatMap((glob, index) =>
      glob.map((alternative) => toRule(toNodes(alternative, coversBelow), index)),
    );
    this.#automaton = compileRules(rules.reverse());
  }

  /**
   * The first glob that matches, or -1; with `coversBelow`, the first that matches the topmost directory. `path` must be normalised: `.` or
   * names separated by single `/`.
   */
  find(path: string): number {
    if (path === "." || (this.#coversBelow && this.#rootIndex !== -1)) return this.#rootIndex;
    const found = this.#automaton.find(this.#automaton.start, path, false);
    if (found === -1 || !this.#coversBelow) return found;
    for (const above of this.along(path)) if (above !== -1) return above;
    return -1;
  }

  /** The result of `find` for each directory on the way to the path, from the top, and for the path itself, as if without `coversBelow`. */
  *along(path: string): Generator<number> {
    let progress: Progress | null = this.#automaton.start;
    for (const name of path.split("/")) {
      yield progress === null ? -1 : this.#automaton.find(progress, name, false);
      progress = progress && this.#automaton.advance(progress, `${name}/`);
    }
  }

  /** The state at the folder that paths are relative to, for matching name by name on the way down. */
  get top(): GlobProgress {
    return this.#automaton.start;
  }

  /** Whether one of the globs matches an entry of the folder. */
  matchesIn(folder: GlobProgress, name: string): boolean {
    return this.#automaton.find(folder, name, false) !== -1;
  }

  /** Null if nothing below that child can match. */
  enter(folder: GlobProgress, name: string): GlobProgress | null {
    return this.#automaton.advance(folder, `${name}/`);
  }
}

function toNodes(alternative: Alternative, coversBelow: boolean): PatternNode[] {
  const nodes: PatternNode[] = [];
  for (const [index, segment] of alternative.entries()) {
    const isLast = index === alternative.length - 1;
    if (segment !== "**") {
      for (const node of segment) {
        if (node === STAR) addRun(nodes, node);
        else nodes.push(node);
      }
      if (!isLast) nodes.push(AT_SLASH);
    } else if (isLast) nodes.push(ANY_PLUS);
    else addRun(nodes, ANY_FOLDERS);
  }
  if (coversBelow) nodes.push(ALL_BELOW);
  return nodes;
}
