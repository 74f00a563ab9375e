// The visible part of a line: at most 240 characters, and the column of its first match. Each byte that is not UTF-8 becomes one U+FFFD, as
// the patterns count them.

import { INVALID_BYTE } from "../../../regex/char_sets.ts";
import type { MatchedLine } from "../../../regex/line_scanner.ts";
import { readChar, readCharBefore } from "../../../regex/utf8.ts";

/** Code points. */
const MAX_LINE_CHARS = 240;

export interface LineWindow {
  readonly text: string;
  /** Whether the line has more characters than are shown. */
  readonly cut: boolean;
}

/** The start of a line. */
export function showStart(content: Buffer, start: number, end: number): LineWindow {
  return showFrom(content, start, end, MAX_LINE_CHARS);
}

export interface MatchWindow extends LineWindow {
  /** The column of the first match, counted from 1. */
  readonly column: number;
}

/** Shows the part of a line around its first match. Counts the characters before it in slices, because there may be millions. */
export class MatchView {
  readonly #content: Buffer;
  readonly #line: MatchedLine;
  /** The offset of the next character, and the number of characters before it. */
  #at: number;
  #before = 0;

  constructor(content: Buffer, line: MatchedLine) {
    this.#content = content;
    this.#line = line;
    this.#at = line.start;
  }

  /** "paused" after `maxSteps` characters: call again to continue. */
  show(maxSteps: number): MatchWindow | "paused" {
    const [content, { start, end, matchStart }] = [this.#content, this.#line];
    let [at, left] = [this.#at, maxSteps];
    for (; at < matchStart && left > 0; left--) at += readChar(content, at) & 7;
    this.#at = at;
    this.#before += maxSteps - left;
    if (at < matchStart) return "paused";
    const column = this.#before + 1;
    if (end - start <= MAX_LINE_CHARS) return { text: decode(content, start, end), cut: false, column };
    const from = findFirst(content, this.#line);
    const window = showFrom(content, from, end, MAX_LINE_CHARS);
    return { text: window.text, cut: window.cut || from > start, column };
  }
}

/** The byte where the window starts: the match is in the middle, unless the line is too short on one side. */
function findFirst(content: Buffer, { start, end, matchStart, matchEnd }: MatchedLine): number {
  const matched = countUpTo(content, matchStart, matchEnd);
  const behind = countUpTo(content, matchStart, end);
  const middle = Math.floor((MAX_LINE_CHARS - matched) / 2);
  let at = matchStart;
  for (let left = Math.max(middle, MAX_LINE_CHARS - behind); left > 0 && at > start; left--)
    at -= readCharBefore(content, at) & 7;
  return at;
}

function showFrom(content: Buffer, start: number, end: number, maxChars: number): LineWindow {
  const to = end - start <= maxChars ? end : skipChars(content, start, end, maxChars);
  return { text: decode(content, start, to), cut: to < end };
}

function countUpTo(content: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to && count < MAX_LINE_CHARS; count++) at += readChar(content, at) & 7;
  return count;
}

/** Skips `count` characters. Returns the offset of the next one, or `to`. */
function skipChars(content: Buffer, from: number, to: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < to; left--) at += readChar(content, at) & 7;
  return at;
}

/** The runtime's decoder would replace several bytes in a row by one U+FFFD. */
function decode(content: Buffer, start: number, end: number): string {
  const text = content.toString("utf8", start, end);
  if (!text.includes("\ufffd")) return text;
  let decoded = "";
  for (let at = start; at < end; ) {
    const char = readChar(content, at);
    const code = char >>> 3;
    decoded += code === INVALID_BYTE ? "\ufffd" : String.fromCodePoint(code);
    at += char & 7;
  }
  return decoded;
}
