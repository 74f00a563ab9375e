// The compiled rules of one ignore file: finds the last rule that matches a name in a folder.

import { rawToText } from "../disk/names.ts";
import { type IgnorePattern, trimSpaces } from "../match/gitignore.ts";
import { toRule } from "../match/path_nodes.ts";
import { Cells } from "../regex/cells.ts";
import { compileCells, type PathAutomaton } from "../regex/path_automaton.ts";
import type { Progress } from "../regex/state_table.ts";
import { inSteps } from "../regex/work.ts";

const RULE_WEIGHT = 16;
const CELL_WEIGHT = 28;

/**
 * The most that may be in force in one folder, with the rules of the folders above it, because every name is matched against all of it.
 * Each byte of the files counts one; rules and cells of the automaton count as much as their memory and time are worth. That is 260,000
 * rules, or 140,000 bytes of patterns with wildcards: a name of 255 bytes then takes some milliseconds. A guess: generated ignore files of
 * 100 KiB stay below it, whatever they contain.
 */
export const MAX_WEIGHT_IN_FORCE = 4 * 1024 * 1024;

/** A rule as it may be shown: its line, and its text without trailing spaces. */
export interface RuleText {
  readonly line: number;
  readonly text: string;
  readonly isNegated: boolean;
}

/** The positions of the rules. They are kept instead of the texts, which are rarely needed. */
interface Places {
  readonly content: string;
  readonly lines: number[];
  readonly starts: number[];
}

/** Used instead of a folder for rules that apply in all folders. It cannot clash, because folder names end in a slash. */
const EVERYWHERE = "*";

/** Rules without wildcards in one folder, by name, so that files with 100,000 names need only look-ups. */
class Literals {
  readonly #all = new Map<string, number>();
  readonly #directories = new Map<string, number>();

  /** `index` must increase from call to call. */
  add(name: string, index: number, isDirectoryOnly: boolean): void {
    (isDirectoryOnly ? this.#directories : this.#all).set(name, index);
  }

  find(name: string, isDirectory: boolean): number {
    const found = this.#all.get(name) ?? -1;
    return isDirectory && this.#directories.size > 0 ? Math.max(found, this.#directories.get(name) ?? -1) : found;
  }
}

export class CompiledRules {
  readonly weight: number;
  /** By folder; "" is the folder of the ignore file. */
  readonly literals: ReadonlyMap<string, Literals>;
  /** For the rules with wildcards. */
  readonly automaton: PathAutomaton | null;
  readonly #places: Places;

  constructor(
    literals: ReadonlyMap<string, Literals>,
    automaton: PathAutomaton | null,
    places: Places,
    weight: number,
  ) {
    this.weight = weight;
    this.literals = literals;
    this.automaton = automaton;
    this.#places = places;
  }

  get isEmpty(): boolean {
    return this.#places.lines.length === 0;
  }

  /** The trimmed lines, without comments and empty lines. */
  lines(): string[] {
    const lines = rawToText(this.#places.content).split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  }

  /** By the index that `find` of a cursor returns. */
  rule(index: number): RuleText | null {
    const { content, lines, starts } = this.#places;
    const [line, start] = [lines[index], starts[index]];
    if (line === undefined || start === undefined) return null;
    const text = trimSpaces(lineAt(content, start).text);
    return { line, text, isNegated: text.startsWith("!") };
  }

  /** At the folder of the ignore file. */
  open(): Cursor {
    return new Cursor(this, "", this.automaton?.start ?? null);
  }
}

/** A set of rules, seen from one folder below its file. If case is ignored, names must be folded. */
export class Cursor {
  readonly set: CompiledRules;
  readonly #folder: string;
  readonly #everywhere: Literals | undefined;
  readonly #here: Literals | undefined;
  readonly #progress: Progress | null;

  constructor(set: CompiledRules, folder: string, progress: Progress | null) {
    this.set = set;
    this.#folder = folder;
    this.#everywhere = set.literals.get(EVERYWHERE);
    this.#here = set.literals.get(folder);
    this.#progress = progress;
  }

  /** The index of the last rule that matches, or -1. */
  find(name: string, isDirectory: boolean): number {
    let found = this.#everywhere?.find(name, isDirectory) ?? -1;
    if (this.#here !== undefined) found = Math.max(found, this.#here.find(name, isDirectory));
    const { automaton } = this.set;
    if (automaton === null || this.#progress === null) return found;
    return Math.max(found, automaton.find(this.#progress, name, isDirectory));
  }

  /** Null if no rule can match anything in that folder. */
  enter(name: string): Cursor | null {
    const { automaton, literals } = this.set;
    const progress = this.#progress && (automaton?.advance(this.#progress, `${name}/`) ?? null);
    return literals.size === 0 && progress === null ? null : new Cursor(this.set, `${this.#folder}${name}/`, progress);
  }
}

/** Takes rules in the order of their lines. */
export class RulesCompiler {
  readonly #literals = new Map<string, Literals>();
  readonly #cells = new Cells();
  readonly #places: Places;

  constructor(content: string) {
    this.#places = { content, lines: [], starts: [] };
  }

  get weight(): number {
    const { content, lines } = this.#places;
    return content.length + lines.length * RULE_WEIGHT + this.#cells.count * CELL_WEIGHT;
  }

  /** `start` is the offset of the line. */
  add(pattern: IgnorePattern, line: number, start: number): void {
    const { literal, nodes, isDirectoryOnly } = pattern;
    const index = this.#places.lines.push(line) - 1;
    this.#places.starts.push(start);
    if (literal === null) this.#cells.add(toRule(nodes, index, isDirectoryOnly));
    else this.#addLiteral(literal, pattern, index);
  }

  #addLiteral(literal: string, { subject, isDirectoryOnly }: IgnorePattern, index: number): void {
    const nameStart = literal.lastIndexOf("/") + 1;
    const folder = subject === "name" ? EVERYWHERE : literal.slice(0, nameStart);
    const inFolder = this.#literals.get(folder) ?? new Literals();
    this.#literals.set(folder, inFolder);
    inFolder.add(literal.slice(nameStart), index, isDirectoryOnly);
  }

  *build(): Generator<undefined, CompiledRules> {
    const automaton = this.#cells.count > 0 ? yield* inSteps(compileCells(this.#cells)) : null;
    return new CompiledRules(this.#literals, automaton, this.#places, this.weight);
  }
}

/** The line that starts at `start`, and the offset of the next one. As in git, a NUL byte ends the text of a line. */
export function lineAt(content: string, start: number): { text: string; next: number } {
  const newline = content.indexOf("\n", start);
  const end = newline === -1 ? content.length : newline;
  // Drops one carriage return, also at the end of a last line without a newline.
  const line = content.slice(start, content[end - 1] === "\r" && end > start ? end - 1 : end);
  const nul = line.indexOf("\0");
  return { text: nul === -1 ? line : line.slice(0, nul), next: end + 1 };
}
