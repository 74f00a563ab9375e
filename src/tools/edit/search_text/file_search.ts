// Searches one file that arrives in pieces: returns matching lines and their context, in order, starting at any position. Pauses whenever
// the pattern does, and while it counts the characters of a long line.

import type { LineScanner, MatchedLine } from "../../../regex/line_scanner.ts";
import type { LineFinder } from "../../../regex/text_pattern.ts";
import { NEWLINE, passNewlines } from "../../newlines.ts";
import type { Piece } from "./file_pieces.ts";
import { MatchView, showStart } from "./line_window.ts";
import type { SearchLine } from "./types.ts";

const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NOTHING = Buffer.alloc(0);

/** The position at which a search of a file continues. */
export interface FilePlace {
  /** The next line to examine, counted from 1. */
  readonly line: number;
  /** This many lines from there on are context of an earlier match. */
  readonly owed: number;
  /** This many lines directly before it were examined but not shown: they may be context of the next match. */
  readonly unshown: number;
  /** The number of matching lines before it. */
  readonly found: number;
  /** The offset of the first unshown line or, if there are none, of the line itself. */
  readonly offset: number;
}

export const FILE_START: FilePlace = { line: 1, owed: 0, unshown: 0, found: 0, offset: 0 };

/** A line, and its offset in the file. */
interface PastLine {
  readonly shown: SearchLine;
  readonly offset: number;
}

export class FileSearch {
  readonly #finder: LineFinder;
  readonly #contextLines: number;
  readonly #from: FilePlace;
  readonly #isCounted: boolean;
  /** The current piece. */
  #content: Buffer = NOTHING;
  /** Its offset in the file. */
  #offset = 0;
  #scanner: LineScanner | null = null;
  /** The first line that is neither shown nor skipped: its number and its offset. */
  #line = 1;
  #at = 0;
  /** Lines of earlier pieces directly before that one, which may be context of the next match. */
  #before: PastLine[] = [];
  /** The next matching line; undefined: not known yet; null: none in this piece. */
  #match: MatchedLine | null | undefined = null;
  /** The view of that line, once it is its turn. */
  #view: MatchView | null = null;
  /** Whether the scanner paused: lines examined so far are shown first. */
  #isPaused = false;
  #owed: number;
  #found: number;

  /** With `isCounted`, only `count` is called. */
  constructor(finder: LineFinder, contextLines: number, place: FilePlace, isCounted = false) {
    this.#finder = finder;
    this.#contextLines = contextLines;
    this.#from = place;
    this.#isCounted = isCounted;
    this.#owed = place.owed;
    this.#found = place.found;
  }

  /**
   * Continues with the next piece, after `next` or `count` returned null and the previous piece was left. The first piece starts at the
   * offset of the place, or at the start of the file. Returns whether some of it is new to this search.
   */
  enter({ bytes, isCut, offset }: Piece): boolean {
    const content = offset === 0 ? withoutMark(bytes) : bytes;
    if (this.#scanner === null && offset > 0) this.#line = this.#from.line - this.#from.unshown;
    this.#content = content;
    this.#offset = offset + bytes.length - content.length;
    this.#passOver(findLine(content, this.#from.line - this.#from.unshown - this.#line + 1));
    const looksFrom = findLine(content, this.#from.line - this.#line + 1, this.#at);
    // An overlong line is only context.
    this.#scanner = this.#finder.scan(content, isCut ? content.length : looksFrom, !this.#isCounted);
    this.#match = undefined;
    return looksFrom < content.length;
  }

  /** Whether a piece has arrived. */
  get hasEntered(): boolean {
    return this.#scanner !== null;
  }

  /** The bytes of the piece are no longer used. */
  leave(): void {
    const end = this.#content.length;
    this.#passTo(end);
    while (this.#at < end) this.#before.push({ offset: this.#offset + this.#at, shown: this.#showContext() });
    [this.#content, this.#at, this.#match] = [NOTHING, 0, null];
    this.#offset += end;
  }

  /** The position after the last result. */
  get place(): FilePlace {
    const [owed, found, from] = [this.#owed, this.#found, this.#from];
    if (this.#match || owed > 0) {
      const isSkipping = this.#line < from.line - from.unshown;
      const offset = this.#before[0]?.offset ?? this.#offset + this.#at;
      return isSkipping ? from : { line: this.#line, owed, unshown: this.#before.length, found, offset };
    }
    const looked = this.#match === null ? this.#content.length : this.#lookedTo();
    const passed = countLines(this.#content, this.#at, looked);
    const line = this.#line + passed;
    const unshown = Math.min(this.#before.length + passed, this.#contextLines);
    const past = unshown > passed ? this.#before.at(passed - unshown) : undefined;
    const offset = past?.offset ?? this.#offset + this.#findContext(looked);
    return line < from.line ? from : { line, owed, unshown, found, offset };
  }

  /** The next line to show; null: no more in this piece. */
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
    this.#passTo(this.#match.start);
    const before = this.#before.shift();
    if (before !== undefined) return before.shown;
    return this.#at < this.#match.start ? this.#showContext() : this.#showMatch(this.#match, maxSteps);
  }

  /** Finds the next matching line without showing it. */
  count(maxSteps: number): "found" | "paused" | null {
    if (this.#match === undefined && !this.#look(maxSteps)) return "paused";
    if (!this.#match) return null;
    this.#passOver(this.#match.start);
    this.#passOver(this.#lineEnd());
    this.#found += 1;
    this.#match = undefined;
    return "found";
  }

  /** The start of the line that the scanner has reached. */
  #lookedTo(): number {
    const at = this.#scanner?.at ?? 0;
    return Math.max(this.#at, at === 0 ? 0 : this.#content.lastIndexOf(NEWLINE, at - 1) + 1);
  }

  #look(maxSteps: number): boolean {
    const found = this.#scanner?.next(maxSteps) ?? null;
    if (found === "paused") return false;
    this.#match = found;
    return true;
  }

  #showMatch(match: MatchedLine, maxSteps: number): SearchLine | "paused" {
    this.#view ??= new MatchView(this.#content, match);
    const window = this.#view.show(maxSteps);
    if (window === "paused") return window;
    const { text, column, cut } = window;
    const line = this.#line;
    this.#passOver(this.#lineEnd());
    [this.#match, this.#view] = [undefined, null];
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

  /** Skips to the context of the line at `end`, and drops the lines before it. */
  #passTo(end: number): void {
    const start = this.#findContext(end);
    if (start > this.#at) this.#before = [];
    this.#passOver(start);
    if (this.#before.length === 0) return;
    const most = this.#contextLines - countLines(this.#content, this.#at, end);
    this.#before.splice(0, Math.max(0, this.#before.length - most));
  }

  /** Where the context before a line starts. */
  #findContext(end: number): number {
    let start = end;
    for (let left = this.#contextLines; left > 0 && start > this.#at; left--) {
      start = start < 2 ? 0 : this.#content.lastIndexOf(NEWLINE, start - 2) + 1;
    }
    return Math.max(start, this.#at);
  }

  #passOver(to: number): void {
    this.#line += countLines(this.#content, this.#at, to);
    this.#at = to;
  }

  /** After its newline. */
  #lineEnd(): number {
    const found = this.#content.indexOf(NEWLINE, this.#at);
    return found === -1 ? this.#content.length : found + 1;
  }
}

/** Both are starts of lines, or the end of the content. */
function countLines(content: Buffer, from: number, to: number): number {
  const { newlines } = passNewlines(content, from, to);
  return to > from && content[to - 1] !== NEWLINE ? newlines + 1 : newlines;
}

/** A byte order mark is not part of any line. */
function withoutMark(bytes: Buffer): Buffer {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** The offset of line `line`, counted from 1 at byte `from`; after the last line, the end. */
function findLine(content: Buffer, line: number, from = 0): number {
  return line > 1 ? passNewlines(content, from, content.length, line - 1).at : from;
}

function withoutLineEnd(content: Buffer, start: number, end: number): number {
  if (end === start || content[end - 1] !== NEWLINE) return end;
  return end - 1 > start && content[end - 2] === CARRIAGE_RETURN ? end - 2 : end - 1;
}
