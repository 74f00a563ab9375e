// The rules of one ignore file, compiled: which of them, the last one first, matches a name in a folder.
// Leaves reading lines to pattern.ts, and which file is asked before which to level.ts.

import { LiteralIndex, SuffixIndex } from "./literals.ts";
import { Machine, type MachineRule, type Progress } from "./machine.ts";
import { literalOf, type Pattern, STAR, tokensOf } from "./pattern.ts";

/** One rule as it may be told: where it stands, and its text without the spaces at the end. */
export interface Rule {
  readonly line: number;
  readonly text: string;
  readonly isNegated: boolean;
}

export class RuleSet {
  readonly rules: readonly Rule[];
  /** Rules of one name, wherever it lies. */
  readonly names: LiteralIndex | null;
  readonly suffixes: SuffixIndex | null;
  /** Wild names by their first byte, and under -1 those that begin with a wildcard: most names meet few of them. */
  readonly wildNames: ReadonlyMap<number, Machine> | null;
  /** Rules of one path, by its folder; that of the ignore file is "". */
  readonly paths: ReadonlyMap<string, LiteralIndex> | null;
  readonly pathMachine: Machine | null;

  constructor(rules: readonly (Rule & { readonly pattern: Pattern })[]) {
    this.rules = rules.map(({ line, text, isNegated }) => ({ line, text, isNegated }));
    const parts = sortOut(rules.map(({ pattern }) => pattern));
    this.names = parts.names;
    this.suffixes = parts.suffixes;
    this.paths = parts.paths.size > 0 ? parts.paths : null;
    this.wildNames = parts.wildNames.size > 0 ? new Map(Array.from(parts.wildNames, toMachine)) : null;
    this.pathMachine = parts.wildPaths.length > 0 ? new Machine(parts.wildPaths) : null;
  }

  get isEmpty(): boolean {
    return this.rules.length === 0;
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

function toMachine([first, rules]: [number, readonly MachineRule[]]): [number, Machine] {
  return [first, new Machine(rules)];
}

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

function sortOut(patterns: readonly Pattern[]): Parts {
  const parts: Parts = { names: null, suffixes: null, paths: new Map(), wildNames: new Map(), wildPaths: [] };
  for (const [index, pattern] of patterns.entries()) {
    const literal = literalOf(pattern);
    if (pattern.subject === "path") addPath(parts, pattern, literal, index);
    else addName(parts, pattern, literal, index);
  }
  return parts;
}

function addName(parts: Parts, pattern: Pattern, literal: string | null, index: number): void {
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
  }
}

function addPath(parts: Parts, pattern: Pattern, literal: string | null, index: number): void {
  const { isDirectoryOnly } = pattern;
  if (literal === null) {
    parts.wildPaths.push({ tokens: tokensOf(pattern), index, isDirectoryOnly });
    return;
  }
  const nameStart = literal.lastIndexOf("/") + 1;
  const folder = literal.slice(0, nameStart);
  const inFolder = parts.paths.get(folder) ?? new LiteralIndex();
  parts.paths.set(folder, inFolder);
  inFolder.add(literal.slice(nameStart), index, isDirectoryOnly);
}
