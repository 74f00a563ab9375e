// Finds which of several globs matches a path relative to the workspace root (docs/globs.md).

import { invertRanges, joinRanges, LAST_CHAR, removeChar, SLASH } from "../regex/char_sets.ts";
import { compileRules, type PathAutomaton } from "../regex/path_automaton.ts";
import type { Progress } from "../regex/state_table.ts";
import { type PatternNode, toRepeat, toSequence } from "../regex/tree.ts";
import type { Alternative, ClassToken, Glob, Token } from "./glob_syntax.ts";
import { foldChar, foldRanges, foldText } from "./letter_case.ts";
import { ANY_FOLDERS, ANY_PLUS, ANY_STAR, addRun, charNode, NAME_CHAR, STAR, toNode, toRule } from "./path_nodes.ts";

export interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** If a directory matches, everything below it does too. */
  readonly coversBelow?: boolean;
}

/** The state of the globs in one folder. */
export type GlobProgress = Progress;

/** Nothing, or a slash and everything after it. */
const ALL_BELOW = toRepeat(toSequence([charNode(SLASH), ANY_STAR]), 0, 1);

export class GlobSet {
  readonly #automaton: PathAutomaton;
  readonly #options: GlobOptions;
  /** The first glob that matches the root itself, or -1. */
  readonly #rootIndex: number;

  constructor(globs: readonly Glob[], options: GlobOptions = {}) {
    this.#options = options;
    this.#rootIndex = globs.findIndex((glob) => glob.some((alternative) => alternative.length === 0));
    const known: Known = new Map();
    // The automaton returns the last rule that matches.
    const rules = globs.flatMap((glob, index) =>
      glob.map((alternative) => toRule(toNodes(alternative, options, known), index)),
    );
    this.#automaton = compileRules(rules.reverse());
  }

  /**
   * The first glob that matches, or -1; with `coversBelow`, the first that matches the topmost directory. `path` must be normalised: `.` or
   * names separated by single `/`.
   */
  find(path: string): number {
    if (path === "." || (this.#options.coversBelow && this.#rootIndex !== -1)) return this.#rootIndex;
    const text = this.#fold(path);
    const found = this.#automaton.find(this.#automaton.start, text, false);
    if (found === -1 || !this.#options.coversBelow) return found;
    for (const above of this.along(path)) if (above !== -1) return above;
    return -1;
  }

  /** The result of `find` for each directory on the way to the path, from the top, and for the path itself, as if without `coversBelow`. */
  *along(path: string): Generator<number> {
    const text = this.#fold(path);
    let progress: Progress | null = this.#automaton.start;
    for (const name of text.split("/")) {
      yield progress === null ? -1 : this.#automaton.find(progress, name, false);
      progress = progress && this.#automaton.advance(progress, `${name}/`);
    }
  }

  /** The state at the folder that paths are relative to, for matching name by name on the way down. */
  get top(): GlobProgress {
    return this.#automaton.start;
  }

  /** Whether one of the globs matches an entry of the folder. For sets without options. */
  matchesIn(folder: GlobProgress, name: string): boolean {
    return this.#automaton.find(folder, name, false) !== -1;
  }

  /** Null if nothing below that child can match. For sets without options. */
  enter(folder: GlobProgress, name: string): GlobProgress | null {
    return this.#automaton.advance(folder, `${name}/`);
  }

  #fold(path: string): string {
    return this.#options.ignoreCase ? foldText(path) : path;
  }
}

/** By code point or class, because braces may repeat them any number of times. */
type Known = Map<number | ClassToken, PatternNode>;

function toNodes(
  alternative: Alternative,
  { ignoreCase = false, coversBelow }: GlobOptions,
  known: Known,
): PatternNode[] {
  const nodes: PatternNode[] = [];
  for (const [index, segment] of alternative.entries()) {
    const isLast = index === alternative.length - 1;
    if (segment !== "**") {
      for (const token of segment) addToken(nodes, token, ignoreCase, known);
      if (!isLast) nodes.push(charNode(SLASH));
    } else if (isLast) nodes.push(ANY_PLUS);
    else addRun(nodes, ANY_FOLDERS);
  }
  if (coversBelow) nodes.push(ALL_BELOW);
  return nodes;
}

function addToken(nodes: PatternNode[], token: Token, ignoreCase: boolean, known: Known): void {
  if (token.kind === "star") addRun(nodes, STAR);
  else if (token.kind === "one") nodes.push(NAME_CHAR);
  else {
    const key = token.kind === "class" ? token : ignoreCase ? foldChar(token.code) : token.code;
    const node = known.get(key) ?? (typeof key === "number" ? charNode(key) : toClass(key, ignoreCase));
    known.set(key, node);
    nodes.push(node);
  }
}

function toClass({ ranges, negated }: ClassToken, ignoreCase: boolean): PatternNode {
  const members = ignoreCase ? foldRanges(ranges) : joinRanges(ranges);
  return toNode(negated ? invertRanges([...members, [SLASH, SLASH]], LAST_CHAR) : removeChar(members, SLASH));
}
