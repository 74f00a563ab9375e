// The rules of one ignore file, compiled: which of them, the last one first, matches a name in a folder.
// Leaves reading lines to pattern.ts, and which file is asked before which to level.ts.

import { rawToText } from "../workspace/names.ts";
import { LiteralIndex, SuffixIndex } from "./literals.ts";
import { Machine, type MachineRule, type Progress } from "./machine.ts";
import { literalOf, type Pattern, STAR, tokensOf, trimSpaces } from "./pattern.ts";

/**
 * How much may be in force in one folder, with the rules of the folders above it: every name is matched against all of it. One for each
 * byte of the files, and for each rule and each wild token what makes them as heavy as the memory and the time that they take. So
 * 260,000 rules, or 140,000 bytes of patterns with wildcards: then a name of 255 bytes takes two milliseconds. A guess: generated ignore
 * files of 100 KiB stay below it, whatever is in them.
 */
export const MAX_WEIGHT_IN_FORCE = 4 * 1024 * 1024;
const RULE_WEIGHT = 16;
const WILD_TOKEN_WEIGHT = 28;

/** One rule as it may be told: where it stands, and its text without the spaces at the end. */
export interface Rule {
  readonly line: number;
  readonly text: string;
  readonly isNegated: boolean;
}

/** Where the rules stand: kept instead of their texts, which are hardly ever asked for. */
interface Places {
  readonly content: string;
  readonly lines: readonly number[];
  readonly starts: readonly number[];
}

export class RuleSet {
  readonly weight: number;
  /** Rules of one name, wherever it lies. */
  readonly names: LiteralIndex | null;
  readonly suffixes: SuffixIndex | null;
  /** Wild names by their first byte, and under -1 those that begin with a wildcard: most names meet few of them. */
  readonly wildNames: ReadonlyMap<number, Machine> | null;
  /** Rules of one path, by its folder; that of the ignore file is "". */
  readonly paths: ReadonlyMap<string, LiteralIndex> | null;
  readonly pathMachine: Machine | null;
  readonly #places: Places;

  constructor(parts: Parts, wildNames: ReadonlyMap<number, Machine>, places: Places, weight: number) {
    this.weight = weight;
    this.names = parts.names;
    this.suffixes = parts.suffixes;
    this.paths = parts.paths.size > 0 ? parts.paths : null;
    this.wildNames = wildNames.size > 0 ? wildNames : null;
    this.pathMachine = parts.wildPaths.length > 0 ? new Machine(parts.wildPaths) : null;
    this.#places = places;
  }

  get isEmpty(): boolean {
    return this.#places.lines.length === 0;
  }

  /** As texts, without white space around them; comments and empty lines are left out. */
  lines(): string[] {
    const lines = rawToText(this.#places.content).split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  }

  /** By its index, which `find` of a cursor answers. */
  rule(index: number): Rule | null {
    const { content, lines, starts } = this.#places;
    const [line, start] = [lines[index], starts[index]];
    if (line === undefined || start === undefined) return null;
    const text = trimSpaces(lineAt(content, start).text);
    return { line, text, isNegated: text.startsWith("!") };
  }

  /** In the folder of the ignore file. */
  open(): Cursor {
    return new Cursor(this, "", this.pathMachine?.start ?? null);
  }
}

/** A set of rules, seen from one folder below its file. Names come folded if case is ignored. */
export class Cursor {
  readonly set: RuleSet;
  readonly #folder: string;
  readonly #literals: LiteralIndex | undefined;
  readonly #progress: Progress | null;

  constructor(set: RuleSet, folder: string, progress: Progress | null) {
    this.set = set;
    this.#folder = folder;
    this.#literals = set.paths?.get(folder);
    this.#progress = progress;
  }

  /** The index of the last rule that matches, or -1. */
  find(name: string, isDirectory: boolean): number {
    const { names, suffixes, wildNames, pathMachine } = this.set;
    let found = -1;
    if (names !== null) found = names.find(name, isDirectory);
    if (suffixes !== null) found = Math.max(found, suffixes.find(name, isDirectory));
    if (wildNames !== null) {
      found = Math.max(found, findWild(wildNames.get(ANYTHING), name, isDirectory));
      found = Math.max(found, findWild(wildNames.get(name.charCodeAt(0)), name, isDirectory));
    }
    if (this.#literals !== undefined) found = Math.max(found, this.#literals.find(name, isDirectory));
    if (pathMachine !== null && this.#progress !== null) {
      found = Math.max(found, pathMachine.find(this.#progress, name, isDirectory));
    }
    return found;
  }

  /** Null when no rule can match anything down there. */
  enter(name: string): Cursor | null {
    const { set } = this;
    const progress = this.#progress && (set.pathMachine?.advance(this.#progress, `${name}/`) ?? null);
    const hasNames = set.names !== null || set.suffixes !== null || set.wildNames !== null;
    if (!hasNames && progress === null && set.paths === null) return null;
    return new Cursor(set, `${this.#folder}${name}/`, progress);
  }
}

const ANYTHING = -1;

function findWild(machine: Machine | undefined, name: string, isDirectory: boolean): number {
  return machine === undefined ? -1 : machine.find(machine.start, name, isDirectory);
}

interface Parts {
  names: LiteralIndex | null;
  suffixes: SuffixIndex | null;
  readonly paths: Map<string, LiteralIndex>;
  readonly wildNames: Map<number, MachineRule[]>;
  readonly wildPaths: MachineRule[];
}

/** Takes rules in the order of their lines. */
export class RuleSetBuilder {
  readonly #parts: Parts = { names: null, suffixes: null, paths: new Map(), wildNames: new Map(), wildPaths: [] };
  readonly #content: string;
  readonly #lines: number[] = [];
  readonly #starts: number[] = [];
  #wildTokens = 0;

  constructor(content: string) {
    this.#content = content;
  }

  get weight(): number {
    return this.#content.length + this.#lines.length * RULE_WEIGHT + this.#wildTokens * WILD_TOKEN_WEIGHT;
  }

  /** `start` is where the line begins. */
  add(pattern: Pattern, line: number, start: number): void {
    const index = this.#lines.push(line) - 1;
    this.#starts.push(start);
    const literal = literalOf(pattern);
    const addTo = pattern.subject === "path" ? addPath : addName;
    if (addTo(this.#parts, pattern, literal, index) === "wild")
      this.#wildTokens += pattern.plain.length + pattern.rest.length + 1;
  }

  *build(): Generator<void, RuleSet> {
    const wildNames = new Map<number, Machine>();
    for (const [first, rules] of this.#parts.wildNames) {
      wildNames.set(first, new Machine(rules));
      yield;
    }
    const places = { content: this.#content, lines: this.#lines, starts: this.#starts };
    return new RuleSet(this.#parts, wildNames, places, this.weight);
  }
}

/** The line that begins at `start`, and where the next one does. As to git, a NUL byte ends a line's text. */
export function lineAt(content: string, start: number): { text: string; next: number } {
  const newline = content.indexOf("\n", start);
  const end = newline === -1 ? content.length : newline;
  // One carriage return, also at the end of a last line that no newline ends.
  const line = content.slice(start, content[end - 1] === "\r" && end > start ? end - 1 : end);
  const nul = line.indexOf("\0");
  return { text: nul === -1 ? line : line.slice(0, nul), next: end + 1 };
}

type Kind = "wild" | "plain";

function addName(parts: Parts, pattern: Pattern, literal: string | null, index: number): Kind {
  const { isDirectoryOnly } = pattern;
  const suffix =
    pattern.plain === "" && pattern.rest[0] === STAR ? literalOf({ plain: "", rest: pattern.rest.slice(1) }) : null;
  if (literal !== null) {
    parts.names ??= new LiteralIndex();
    parts.names.add(literal, index, isDirectoryOnly);
  } else if (suffix !== null) {
    parts.suffixes ??= new SuffixIndex();
    parts.suffixes.add(suffix, index, isDirectoryOnly);
  } else {
    const first = pattern.plain === "" ? ANYTHING : pattern.plain.charCodeAt(0);
    const alike = parts.wildNames.get(first) ?? [];
    parts.wildNames.set(first, alike);
    alike.push({ tokens: tokensOf(pattern), index, isDirectoryOnly });
    return "wild";
  }
  return "plain";
}

function addPath(parts: Parts, pattern: Pattern, literal: string | null, index: number): Kind {
  const { isDirectoryOnly } = pattern;
  if (literal === null) {
    parts.wildPaths.push({ tokens: tokensOf(pattern), index, isDirectoryOnly });
    return "wild";
  }
  const nameStart = literal.lastIndexOf("/") + 1;
  const folder = literal.slice(0, nameStart);
  const inFolder = parts.paths.get(folder) ?? new LiteralIndex();
  parts.paths.set(folder, inFolder);
  inFolder.add(literal.slice(nameStart), index, isDirectoryOnly);
  return "plain";
}
