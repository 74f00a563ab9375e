// The grammar of globs: expands a pattern's braces into plain alternatives of nodes, or returns the reason why it is not a glob.

import { invertRanges, joinRanges, LAST_CHAR, type Range, removeChar, SLASH } from "../regex/char_sets.ts";
import type { PatternNode } from "../regex/tree.ts";
import { foldRanges } from "./letter_case.ts";
import { anyCaseNode, charNode, NAME_CHAR, STAR, toNode } from "./path_nodes.ts";

/** `**`, or what matches one name. */
export type Segment = "**" | readonly PatternNode[];

/** One name per segment; no segments at all stand for the root itself. */
export type Alternative = readonly Segment[];

/** Matches if any of them matches. */
export type Glob = readonly Alternative[];

export type ParsedGlob =
  | { readonly kind: "glob"; readonly glob: Glob }
  | { readonly kind: "fault"; readonly reason: string };

const MAX_GLOB_CHARS = 4096;
// These three limits keep compiling and matching within a few milliseconds, whatever the pattern and the path.
const MAX_EXPANDED_CHARS = 8192;
const MAX_CLASS_MEMBERS = 256;
const MAX_BRACE_DEPTH = 32;

const AT_SLASH = charNode(SLASH);
const DOT = charNode(46);
const [COMMA, OPEN_BRACE, CLOSE_BRACE] = [44, 123, 125];
const TOO_LARGE = `its braces expand to more than ${MAX_EXPANDED_CHARS} characters in all`;

export interface GlobOptions {
  /** As Unicode's simple folding has it, and the dotless i equals I. */
  readonly ignoreCase?: boolean;
}

export function parseGlob(pattern: unknown, { ignoreCase = false }: GlobOptions = {}): ParsedGlob {
  try {
    return { kind: "glob", glob: readGlob(pattern, ignoreCase) };
  } catch (error) {
    if (error instanceof GlobFault) return { kind: "fault", reason: error.message };
    throw error;
  }
}

class GlobFault extends Error {}

/** Throws `GlobFault`. */
function readGlob(pattern: unknown, ignoreCase: boolean): Glob {
  if (typeof pattern !== "string") throw new GlobFault("it is not a string");
  if (pattern === "") throw new GlobFault("it is empty");
  if (pattern.length > MAX_GLOB_CHARS) throw new GlobFault(`it is longer than ${MAX_GLOB_CHARS} characters`);
  if (pattern.includes("\0")) throw new GlobFault("it contains a NUL character");
  const sequences = new GlobParser(pattern, ignoreCase).parse();
  // `{,a}` has an empty alternative, which matches nothing, not even the root.
  return sequences.filter((nodes) => nodes.length > 0).map(toSegments);
}

type Sequence = PatternNode[];

/** The alternatives between braces, or those of the whole pattern: before the last comma, and those still growing. */
class Choices {
  #finished: Sequence[] = [];
  #growing: Sequence[] = [[]];
  /** The number of nodes in both, plus one for each sequence. */
  #size = 1;

  get hasComma(): boolean {
    return this.#finished.length > 0;
  }

  get all(): readonly Sequence[] {
    return [...this.#finished, ...this.#growing];
  }

  push(node: PatternNode): void {
    for (const sequence of this.#growing) sequence.push(node);
    this.#resize(this.#size + this.#growing.length);
  }

  startNext(): void {
    this.#finished.push(...this.#growing);
    this.#growing = [[]];
    this.#resize(this.#size + 1);
  }

  append(choice: readonly Sequence[]): void {
    const growing = this.#growing;
    // The size is computed before anything is built, so that a hostile pattern costs no more than the limit.
    const prefixSize = growing.reduce((sum, sequence) => sum + sequence.length, 0);
    const choiceSize = choice.reduce((sum, sequence) => sum + sequence.length + 1, 0);
    this.#resize(this.#size - prefixSize - growing.length + prefixSize * choice.length + choiceSize * growing.length);
    const [only] = choice;
    if (only !== undefined && choice.length === 1) for (const sequence of growing) sequence.push(...only);
    else this.#growing = growing.flatMap((prefix) => choice.map((rest) => [...prefix, ...rest]));
  }

  #resize(size: number): void {
    if (size > MAX_EXPANDED_CHARS) throw new GlobFault(TOO_LARGE);
    this.#size = size;
  }
}

class GlobParser {
  readonly #text: string;
  readonly #ignoreCase: boolean;
  /** By class: how many characters and ranges are written in it. */
  readonly #members = new Map<PatternNode, number>();
  #at = 0;

  constructor(text: string, ignoreCase: boolean) {
    this.#text = text;
    this.#ignoreCase = ignoreCase;
  }

  parse(): readonly Sequence[] {
    const sequences = this.#readChoices(0).all;
    const members = sequences.flat().reduce((sum, node) => sum + (this.#members.get(node) ?? 0), 0);
    if (members <= MAX_CLASS_MEMBERS) return sequences;
    throw new GlobFault(`its [...] hold more than ${MAX_CLASS_MEMBERS} characters and ranges in total`);
  }

  /** Up to the end, or to the brace that closes them. */
  #readChoices(depth: number): Choices {
    const choices = new Choices();
    while (this.#at < this.#text.length) {
      const code = this.#take();
      if (code === CLOSE_BRACE && depth > 0) return choices;
      if (code === COMMA && depth > 0) choices.startNext();
      else if (code === OPEN_BRACE) choices.append(this.#readBraces(depth + 1));
      else choices.push(this.#readNode(code));
    }
    if (depth > 0) throw new GlobFault('unbalanced "{": it is never closed');
    return choices;
  }

  #readBraces(depth: number): readonly Sequence[] {
    if (depth > MAX_BRACE_DEPTH) throw new GlobFault(`its braces are nested more than ${MAX_BRACE_DEPTH} deep`);
    const bodyAt = this.#at;
    const choices = this.#readChoices(depth);
    if (choices.hasComma) return choices.all;
    const texts = expandRange(this.#text.slice(bodyAt, this.#at - 1));
    if (texts !== null) return texts.map((text) => Array.from(text, (char) => this.#toChar(char.charCodeAt(0))));
    return choices.all.map((body) => [charNode(OPEN_BRACE), ...body, charNode(CLOSE_BRACE)]);
  }

  #readNode(code: number): PatternNode {
    switch (String.fromCodePoint(code)) {
      case "\\":
        // A backslash at the end has nothing to escape, so it is literal.
        return this.#toChar(this.#at < this.#text.length ? this.#take() : code);
      case "*":
        return STAR;
      case "?":
        return NAME_CHAR;
      case "[":
        return this.#readClass();
      case "]":
        throw new GlobFault('unbalanced "]": it closes nothing');
      case "}":
        throw new GlobFault('unbalanced "}": it closes nothing');
      default:
        return this.#toChar(code);
    }
  }

  #take(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** POSIX: a `]` that comes first is a member, and so is a `-` that comes first or last. */
  #readClass(): PatternNode {
    const negated = /[!^]/.test(this.#text.charAt(this.#at));
    if (negated) this.#at += 1;
    const ranges: Range[] = [];
    for (let first = true; ; first = false) {
      if (!first && this.#text.charAt(this.#at) === "]") break;
      if (/^\[:[a-z]+:\]/.test(this.#text.slice(this.#at, this.#at + 12))) {
        throw new GlobFault("named classes such as [:alpha:] are not supported");
      }
      const range = this.#takeRange();
      if (range === null) throw new GlobFault('unbalanced "[": it is never closed');
      if (range.includes(SLASH)) throw new GlobFault('unbalanced "[": it is not closed before the next "/"');
      if (range[0] > range[1]) throw new GlobFault("a range inside [...] runs backwards");
      ranges.push(range);
    }
    this.#at += 1;
    const members = this.#ignoreCase ? foldRanges(ranges) : joinRanges(ranges);
    const node = toNode(negated ? invertRanges([...members, [SLASH, SLASH]], LAST_CHAR) : removeChar(members, SLASH));
    this.#members.set(node, ranges.length);
    return node;
  }

  #toChar(code: number): PatternNode {
    return this.#ignoreCase ? anyCaseNode(code) : charNode(code);
  }

  #takeRange(): Range | null {
    const first = this.#takeMember();
    if (first === null) return null;
    const dash = this.#text.charAt(this.#at) === "-" && this.#text.charAt(this.#at + 1) !== "]";
    if (!dash) return [first, first];
    this.#at += 1;
    const last = this.#takeMember();
    return last === null ? null : [first, last];
  }

  #takeMember(): number | null {
    if (this.#text.charAt(this.#at) === "\\") this.#at += 1;
    return this.#at < this.#text.length ? this.#take() : null;
  }
}

/** `1..3`, `01..10`, `a..e`, each with an optional step; null if the text is not a range. */
function expandRange(text: string): string[] | null {
  const parts = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, low = "", high = "", from = "", to = "", by = "1"] = parts;
  const first = from === "" ? Number(low) : from.charCodeAt(0);
  const last = from === "" ? Number(high) : to.charCodeAt(0);
  const step = Math.max(Math.abs(Number(by)), 1) * (first <= last ? 1 : -1);
  const count = Math.floor((last - first) / step) + 1;
  if (!(Number.isSafeInteger(first) && Number.isSafeInteger(last) && count <= MAX_EXPANDED_CHARS))
    throw new GlobFault(TOO_LARGE);
  const width = /^-?0\d/.test(low) || /^-?0\d/.test(high) ? Math.max(low.length, high.length) : 0;
  if (width * count > MAX_EXPANDED_CHARS) throw new GlobFault(TOO_LARGE);
  const values = Array.from({ length: count }, (_, index) => first + index * step);
  return values.map((value) => (from === "" ? padNumber(value, width) : String.fromCharCode(value)));
}

function padNumber(value: number, width: number): string {
  const sign = value < 0 ? "-" : "";
  return sign + String(Math.abs(value)).padStart(width - sign.length, "0");
}

/** Normalised like the paths it is compared with: `.` and empty names are dropped. */
function toSegments(nodes: readonly PatternNode[]): Alternative {
  const segments: Segment[] = [];
  let name: PatternNode[] = [];
  for (const node of [...nodes, AT_SLASH]) {
    if (node !== AT_SLASH) {
      name.push(node);
      continue;
    }
    const segment = isGlobstar(name) ? "**" : dropRepeatedStars(name);
    const repeated = segment === "**" && segments.at(-1) === "**";
    if (name.length > 0 && !isDot(name) && !repeated) segments.push(segment);
    name = [];
  }
  return segments;
}

function isGlobstar(name: readonly PatternNode[]): boolean {
  return name.length === 2 && name.every((node) => node === STAR);
}

function isDot(name: readonly PatternNode[]): boolean {
  return name.length === 1 && name[0] === DOT;
}

function dropRepeatedStars(name: readonly PatternNode[]): PatternNode[] {
  return name.filter((node, index) => node !== STAR || name[index - 1] !== STAR);
}
