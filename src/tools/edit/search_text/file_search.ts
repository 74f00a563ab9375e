// Searches one file: matching lines with the lines around them, in order, from any place on. Pauses wherever the pattern does.

import type { LineScanner, MatchedLine } from "../../../patterns/line_scanner.ts";
import type { TextPattern } from "../../../patterns/text_pattern.ts";
import { showMatch, showStart } from "./line_window.ts";
import type { SearchLine } from "./types.ts";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where in a file a search goes on. */
export interface FilePlace {
  /** The next line to look at, counted from 1. */
  readonly line: number;
  /** So many lines from there on are context of a match before them. */
  readonly owed: number;
  /** So many lines directly before it were looked at and not shown: they may be context of the next match. */
  readonly unshown: number;
  /** Matching lines before it. */
  readonly found: number;
}

export const FILE_START: FilePlace = { line: 1, owed: 0, unshown: 0, found: 0 };

export class FileSearch {
  readonly #content: Buffer;
  readonly #scanner: LineScanner;
  readonly #contextLines: number;
  /** The first line that is neither shown nor passed over: its number, and the byte where it begins. */
  #line: number;
  #at: number;
  /** The next matching line; undefined: not known yet; null: there is none. */
  #match: MatchedLine | null | undefined;
  /** Whether the scanner has paused: what was looked at by then is shown first. */
  #isPaused = false;
  #owed: number;
  #found: number;

  /** With `isCounted`, it is asked for `count` alone. */
  constructor(bytes: Buffer, pattern: TextPattern, contextLines: number, place: FilePlace, isCounted = false) {
    const content = withoutMark(bytes);
    this.#content = content;
    this.#contextLines = contextLines;
    this.#line = place.line - place.unshown;
    this.#at = findLine(content, this.#line);
    this.#owed = place.owed;
    this.#found = place.found;
    this.#scanner = pattern.scan(content, findLine(content, place.unshown + 1, this.#at), !isCounted);
  }

  /** Behind what was last returned. */
  get place(): FilePlace {
    const isLooking = this.#match === undefined && this.#owed === 0;
    const looked = isLooking ? this.#lookedTo() : this.#at;
    const passed = countLines(this.#content, this.#at, looked);
    const unshown = Math.min(passed, this.#contextLines);
    return { line: this.#line + passed, owed: this.#owed, unshown, found: this.#found };
  }

  /** The next line to show; null: there is no other. */
  next(maxSteps: number): SearchLine | "paused" | null {
    if (this.#match === undefined && !this.#isPaused) this.#isPaused = !this.#look(maxSteps);
    const until = this.#match?.start ?? (this.#isPaused ? this.#lookedTo() : this.#content.length);
    if (this.#owed > 0 && this.#at < until) {
      this.#owed -= 1;
      return this.#showContext();
    }
    if (this.#isPaused) {
      this.#isPaused = false;
      return "paused";
    }
    if (!this.#match) return null;
    this.#passOver(this.#findContext(this.#match.start));
    return this.#at < this.#match.start ? this.#showContext() : this.#showMatch(this.#match);
  }

  /** Only finds the next matching line. */
  count(maxSteps: number): "found" | "paused" | null {
    if (!this.#look(maxSteps)) return "paused";
    if (!this.#match) return null;
    this.#found += 1;
    this.#match = undefined;
    return "found";
  }

  /** The start of the line that the scanner is in. */
  #lookedTo(): number {
    const { at } = this.#scanner;
    return Math.max(this.#at, at === 0 ? 0 : this.#content.lastIndexOf(NEWLINE, at - 1) + 1);
  }

  #look(maxSteps: number): boolean {
    const found = this.#scanner.next(maxSteps);
    if (found === "paused") return false;
    this.#match = found;
    return true;
  }

  #showMatch(match: MatchedLine): SearchLine {
    const { text, column, cut } = showMatch(this.#content, match);
    const line = this.#line;
    this.#passOver(this.#lineEnd());
    this.#match = undefined;
    this.#owed = this.#contextLines;
    this.#found += 1;
    return cut ? { line, text, column, cut } : { line, text, column };
  }

  #showContext(): SearchLine {
    const line = this.#line;
    const [start, next] = [this.#at, this.#lineEnd()];
    const { text, cut } = showStart(this.#content, start, withoutLineEnd(this.#content, start, next));
    this.#passOver(next);
    return cut ? { line, text, match: false, cut } : { line, text, match: false };
  }

  /** Where the context before a matching line begins. */
  #findContext(matchStart: number): number {
    let start = matchStart;
    for (let left = this.#contextLines; left > 0 && start > this.#at; left--) {
      start = start < 2 ? 0 : this.#content.lastIndexOf(NEWLINE, start - 2) + 1;
    }
    return Math.max(start, this.#at);
  }

  #passOver(to: number): void {
    this.#line += countLines(this.#content, this.#at, to);
    this.#at = to;
  }

  /** Behind its newline. */
  #lineEnd(): number {
    const found = this.#content.indexOf(NEWLINE, this.#at);
    return found === -1 ? this.#content.length : found + 1;
  }
}

/** Both where a line begins, or the content ends. */
function countLines(content: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (content[at] === NEWLINE) lines++;
  return to > from && content[to - 1] !== NEWLINE ? lines + 1 : lines;
}

/** A byte order mark belongs to no line. */
function withoutMark(bytes: Buffer): Buffer {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** Where line `line` begins, counted from 1 at byte `from`; behind the last line, the end. */
function findLine(content: Buffer, line: number, from = 0): number {
  let at = from;
  // Byte by byte: a search for each newline takes ten times as long where lines are short.
  for (let left = line - 1; left > 0 && at < content.length; at++) if (content[at] === NEWLINE) left -= 1;
  return at;
}

function withoutLineEnd(content: Buffer, start: number, end: number): number {
  if (end === start || content[end - 1] !== NEWLINE) return end;
  return end - 1 > start && content[end - 2] === CARRIAGE_RETURN ? end - 2 : end - 1;
}
