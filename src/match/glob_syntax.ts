// The grammar of globs: expands a pattern's braces into plain alternatives, or returns the reason why it is not a glob. Scans once, left to
// right, without recursion.

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
const [DOT, OPEN_BRACE, CLOSE_BRACE] = [charNode(46), charNode(123), charNode(125)];
const TOO_LARGE = `its braces expand to more than ${MAX_EXPANDED_CHARS} characters in all`;

export interface GlobOptions {
  /** As Unicode's simple folding has it, and the dotless i equals I. */
  readonly ignoreCase?: boolean;
}

export function parseGlob(pattern: unknown, { ignoreCase = false }: GlobOptions = {}): ParsedGlob {
  if (typeof pattern !== "string") return fault("it is not a string");
  if (pattern === "") return fault("it is empty");
  if (pattern.length > MAX_GLOB_CHARS) return fault(`it is longer than ${MAX_GLOB_CHARS} characters`);
  if (pattern.includes("\0")) return fault("it contains a NUL character");
  const scan = new Scan(pattern, ignoreCase);
  const reason = scan.run();
  if (reason !== null) return fault(reason);
  if (scan.countMembers() > MAX_CLASS_MEMBERS) {
    return fault(`its [...] hold more than ${MAX_CLASS_MEMBERS} characters and ranges in total`);
  }
  // `{,a}` has an empty alternative, which matches nothing, not even the root.
  return { kind: "glob", glob: scan.sequences.filter((tokens) => tokens.length > 0).map(toSegments) };
}

function fault(reason: string): ParsedGlob {
  return { kind: "fault", reason };
}

/** An open brace, or the pattern itself: the alternatives before the last comma, and those still growing. */
interface Frame {
  readonly bodyAt: number;
  readonly finished: PatternNode[][];
  growing: PatternNode[][];
  /** The number of tokens in both, plus one for each sequence. */
  size: number;
}

function openFrame(bodyAt: number): Frame {
  return { bodyAt, finished: [], growing: [[]], size: 1 };
}

class Scan {
  readonly #text: string;
  readonly #ignoreCase: boolean;
  /** By class: how many characters and ranges are written in it. */
  readonly #members = new Map<PatternNode, number>();
  readonly #outer: Frame[] = [];
  #frame = openFrame(0);
  #at = 0;

  constructor(text: string, ignoreCase: boolean) {
    this.#text = text;
    this.#ignoreCase = ignoreCase;
  }

  get sequences(): readonly PatternNode[][] {
    return this.#frame.growing;
  }

  /** In all classes of all sequences. */
  countMembers(): number {
    return this.sequences.flat().reduce((sum, node) => sum + (this.#members.get(node) ?? 0), 0);
  }

  /** The reason for the first fault, or null. */
  run(): string | null {
    while (this.#at < this.#text.length) {
      const reason = this.#step();
      if (reason !== null) return reason;
      if (this.#frame.size > MAX_EXPANDED_CHARS) return TOO_LARGE;
    }
    return this.#outer.length > 0 ? 'unbalanced "{": it is never closed' : null;
  }

  #step(): string | null {
    const code = this.#take();
    switch (String.fromCodePoint(code)) {
      case "\\":
        // A backslash at the end has nothing to escape, so it is literal.
        return this.#push(this.#toChar(this.#at < this.#text.length ? this.#take() : code));
      case "*":
        return this.#push(STAR);
      case "?":
        return this.#push(NAME_CHAR);
      case "[":
        return this.#takeClass();
      case "]":
        return 'unbalanced "]": it closes nothing';
      case "{":
        return this.#openBrace();
      case "}":
        return this.#outer.length > 0 ? this.#closeBrace() : 'unbalanced "}": it closes nothing';
      case ",":
        return this.#outer.length > 0 ? this.#nextAlternative() : this.#push(this.#toChar(code));
      default:
        return this.#push(this.#toChar(code));
    }
  }

  #take(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #push(node: PatternNode): null {
    for (const sequence of this.#frame.growing) sequence.push(node);
    this.#frame.size += this.#frame.growing.length;
    return null;
  }

  #openBrace(): string | null {
    if (this.#outer.length === MAX_BRACE_DEPTH) return `its braces are nested more than ${MAX_BRACE_DEPTH} deep`;
    this.#outer.push(this.#frame);
    this.#frame = openFrame(this.#at);
    return null;
  }

  #nextAlternative(): null {
    this.#frame.finished.push(...this.#frame.growing);
    this.#frame.growing = [[]];
    this.#frame.size += 1;
    return null;
  }

  #closeBrace(): string | null {
    const inner = this.#frame;
    const parent = this.#outer.pop();
    if (parent === undefined) return null;
    this.#frame = parent;
    if (inner.finished.length > 0) return appendChoice(parent, [...inner.finished, ...inner.growing]);
    const range = expandRange(this.#text.slice(inner.bodyAt, this.#at - 1));
    if (range === "too large") return TOO_LARGE;
    const texts = range?.map((text) => Array.from(text, (char) => this.#toChar(char.charCodeAt(0))));
    return appendChoice(parent, texts ?? inner.growing.map((body) => [OPEN_BRACE, ...body, CLOSE_BRACE]));
  }

  /** POSIX: a `]` that comes first is a member, and so is a `-` that comes first or last. */
  #takeClass(): string | null {
    const negated = /[!^]/.test(this.#text.charAt(this.#at));
    if (negated) this.#at += 1;
    const ranges: Range[] = [];
    for (let first = true; ; first = false) {
      if (!first && this.#text.charAt(this.#at) === "]") break;
      if (/^\[:[a-z]+:\]/.test(this.#text.slice(this.#at, this.#at + 12))) {
        return "named classes such as [:alpha:] are not supported";
      }
      const range = this.#takeRange();
      if (range === null) return 'unbalanced "[": it is never closed';
      if (range.includes(SLASH)) return 'unbalanced "[": it is not closed before the next "/"';
      if (range[0] > range[1]) return "a range inside [...] runs backwards";
      ranges.push(range);
    }
    this.#at += 1;
    const members = this.#ignoreCase ? foldRanges(ranges) : joinRanges(ranges);
    const node = toNode(negated ? invertRanges([...members, [SLASH, SLASH]], LAST_CHAR) : removeChar(members, SLASH));
    this.#members.set(node, ranges.length);
    return this.#push(node);
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

function appendChoice(frame: Frame, choice: readonly PatternNode[][]): string | null {
  const [only] = choice;
  // The size is computed before anything is built, so that a hostile pattern costs no more than the limit.
  const prefixSize = frame.growing.reduce((sum, sequence) => sum + sequence.length, 0);
  const choiceSize = choice.reduce((sum, sequence) => sum + sequence.length + 1, 0);
  const grownSize = prefixSize * choice.length + choiceSize * frame.growing.length;
  const size = frame.size - prefixSize - frame.growing.length + grownSize;
  if (size > MAX_EXPANDED_CHARS) return TOO_LARGE;
  frame.size = size;
  if (only !== undefined && choice.length === 1) {
    for (const sequence of frame.growing) sequence.push(...only);
  } else {
    frame.growing = frame.growing.flatMap((prefix) => choice.map((rest) => [...prefix, ...rest]));
  }
  return null;
}

/** `1..3`, `01..10`, `a..e`, each with an optional step; null if the text is not a range. */
function expandRange(text: string): string[] | "too large" | null {
  const parts = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, low = "", high = "", from = "", to = "", by = "1"] = parts;
  const first = from === "" ? Number(low) : from.charCodeAt(0);
  const last = from === "" ? Number(high) : to.charCodeAt(0);
  const step = Math.max(Math.abs(Number(by)), 1) * (first <= last ? 1 : -1);
  const count = Math.floor((last - first) / step) + 1;
  if (!(Number.isSafeInteger(first) && Number.isSafeInteger(last) && count <= MAX_EXPANDED_CHARS)) return "too large";
  const width = /^-?0\d/.test(low) || /^-?0\d/.test(high) ? Math.max(low.length, high.length) : 0;
  if (width * count > MAX_EXPANDED_CHARS) return "too large";
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
