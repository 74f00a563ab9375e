// Finds which of several globs matches a path relative to the workspace root (docs/globs.md).

import { SLASH } from "../regex/bytes.ts";
import { ANY_BYTE, ANY_FOLDERS, ANY_STAR, addRun, type Part, STAR } from "../regex/parts.ts";
import { invertRanges } from "../regex/ranges.ts";
import type { Progress } from "../regex/state_table.ts";
import { encodeChar, encodeRanges, encodeText, LAST_CHAR, type Range } from "../regex/utf8.ts";
import { type Automaton, compileRules } from "./automaton.ts";
import type { Alternative, Glob, Token } from "./glob_syntax.ts";
import { foldChar, foldRanges, foldText } from "./letter_case.ts";

export interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** If a directory matches, everything below it does too. */
  readonly coversBelow?: boolean;
}

/** The state of the globs in one folder. */
export type GlobProgress = Progress;

const NAME_CHAR = encodeRanges([
  [0, SLASH - 1],
  [SLASH + 1, LAST_CHAR],
]);
/** Nothing, or a slash and everything after it. */
const ALL_BELOW: Part = { choices: [[], [SLASH, ANY_STAR]] };

export class GlobSet {
  readonly #automaton: Automaton;
  readonly #options: GlobOptions;
  /** The first glob that matches the root itself, or -1. */
  readonly #rootIndex: number;

  constructor(globs: readonly Glob[], options: GlobOptions = {}) {
    this.#options = options;
    this.#rootIndex = globs.findIndex((glob) => glob.some((alternative) => alternative.length === 0));
    const classes: Classes = new Map();
    // The automaton returns the last rule that matches.
    const rules = globs.flatMap((glob, index) =>
      glob.map((alternative) => ({ parts: toParts(alternative, options, classes), index })),
    );
    this.#automaton = compileRules(rules.reverse());
  }

  /**
   * The first glob that matches, or -1; with `coversBelow`, the first that matches the topmost directory. `path` must be normalised: `.` or
   * names separated by single `/`.
   */
  find(path: string): number {
    if (path === "." || (this.#options.coversBelow && this.#rootIndex !== -1)) return this.#rootIndex;
    const text = this.#encode(path);
    const found = this.#automaton.find(this.#automaton.start, text, false);
    if (found === -1 || !this.#options.coversBelow) return found;
    for (const above of this.along(path)) if (above !== -1) return above;
    return -1;
  }

  /** The result of `find` for each directory on the way to the path, from the top, and for the path itself, as if without `coversBelow`. */
  *along(path: string): Generator<number> {
    const text = this.#encode(path);
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
    return this.#automaton.find(folder, encodeText(name), false) !== -1;
  }

  /** Null if nothing below that child can match. For sets without options. */
  enter(folder: GlobProgress, name: string): GlobProgress | null {
    return this.#automaton.advance(folder, `${encodeText(name)}/`);
  }

  #encode(path: string): string {
    return encodeText(this.#options.ignoreCase ? foldText(path) : path);
  }
}

/** Cached, because braces may repeat a class any number of times. */
type Classes = Map<Token, readonly Part[]>;

function toParts(alternative: Alternative, { ignoreCase = false, coversBelow }: GlobOptions, classes: Classes): Part[] {
  const parts: Part[] = [];
  for (const [index, segment] of alternative.entries()) {
    const isLast = index === alternative.length - 1;
    if (segment !== "**") {
      for (const token of segment) addToken(parts, token, ignoreCase, classes);
      if (!isLast) parts.push(SLASH);
    } else if (isLast) parts.push(ANY_BYTE, ANY_STAR);
    else addRun(parts, ANY_FOLDERS);
  }
  if (coversBelow) parts.push(ALL_BELOW);
  return parts;
}

function addToken(parts: Part[], token: Token, ignoreCase: boolean, classes: Classes): void {
  if (token.kind === "star") addRun(parts, STAR);
  else if (token.kind === "one") parts.push(...NAME_CHAR);
  else if (token.kind === "char") parts.push(...encodeChar(ignoreCase ? foldChar(token.code) : token.code));
  else {
    const written = classes.get(token) ?? toClass(token.ranges, token.negated, ignoreCase);
    classes.set(token, written);
    parts.push(...written);
  }
}

function toClass(given: readonly Range[], isNegated: boolean, ignoreCase: boolean): readonly Part[] {
  const ranges = ignoreCase ? foldRanges(given) : given;
  const others = isNegated ? ranges : invertRanges(ranges, LAST_CHAR);
  return encodeRanges(invertRanges([...others, [SLASH, SLASH]], LAST_CHAR));
}
