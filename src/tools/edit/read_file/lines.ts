// Extracts a window of lines from a text that arrives as pieces of bytes, and counts its lines. Only the window is kept and decoded.

import type { AnswerFormat } from "../../found.ts";
import { NEWLINE, passNewlines } from "../../newlines.ts";
import { ShownSize } from "./shown_size.ts";

export interface LineSpan {
  /** Counted from 1. */
  readonly startLine: number;
  readonly maxLines: number;
}

export interface TextWindow {
  /** Of the whole text. */
  readonly byteLength: number;
  /** Of the whole text. A final newline ends the last line and does not start another. */
  readonly lineCount: number;
  /** The window, with `\r\n` as `\n`. Its final newline is included only if nothing follows: windows joined with newlines are the text. */
  readonly content: string;
  readonly lines: number;
  /** Whether lines follow. */
  readonly hasMore: boolean;
  /** Set if the first line exceeds the limit: then there are no lines. */
  readonly tooLong: TooLongLine | null;
}

export interface TooLongLine {
  /** In the file, with its end. */
  readonly bytes: number;
  /** In an answer with this line alone. */
  readonly shownBytes: number;
}

const CARRIAGE_RETURN = 13;

// Invalid bytes become U+FFFD. Despite its name, `ignoreBOM` keeps a byte order mark.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class WindowFinder {
  readonly #span: LineSpan;
  readonly #keepBytes: number;
  readonly #format: AnswerFormat;
  #byteLength = 0;
  #newlines = 0;
  #lastByte = NEWLINE;
  /** The bytes of the window, and their number. */
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  /** How many of the first of them are copies. */
  #copied = 0;
  /** How many lines are kept whole, and how many bytes they have, newlines included. */
  #lines = 0;
  #lineBytes = 0;
  #windowBytes = 0;
  #firstLineBytes = 0;
  /** Of the first line, once it exceeds the limit. */
  #shownSize: ShownSize | null = null;
  #firstHasNewline = false;

  /** Lines after the first `keepBytes` bytes are dropped: the window then ends before them. */
  constructor(span: LineSpan, keepBytes = Number.POSITIVE_INFINITY, format: AnswerFormat = "json") {
    this.#span = span;
    this.#keepBytes = keepBytes;
    this.#format = format;
  }

  /** Adds the next bytes. The caller must not change them before `copyKept`. */
  add(bytes: Buffer): void {
    const { startLine, maxLines } = this.#span;
    let at = this.#skip(bytes, 0, startLine - 1);
    if (this.#newlines >= startLine - 1) {
      const start = at;
      while (at < bytes.length && this.#newlines < startLine - 1 + maxLines) at = this.#addLine(bytes, at);
      this.#keep(bytes.subarray(start, at));
      this.#skip(bytes, at, Number.POSITIVE_INFINITY);
    }
    this.#byteLength += bytes.length;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
  }

  /** After this, the caller may change the bytes that it has added. */
  copyKept(): void {
    for (; this.#copied < this.#kept.length; this.#copied++) {
      const kept = this.#kept[this.#copied];
      if (kept !== undefined) this.#kept[this.#copied] = Buffer.from(kept);
    }
  }

  /** Call this after the last bytes. */
  finish(): TextWindow {
    const { startLine, maxLines } = this.#span;
    const isOpen = this.#lastByte !== NEWLINE;
    const lineCount = this.#newlines + (isOpen ? 1 : 0);
    const endsInWindow = isOpen && lineCount >= startLine && lineCount < startLine + maxLines;
    if (endsInWindow) this.#noteEnd();
    const lines = this.#lines;
    const hasMore = startLine + lines <= lineCount;
    const isLast = lineCount === startLine;
    return {
      byteLength: this.#byteLength,
      lineCount,
      content: decode(this.#join(this.#lineBytes), hasMore),
      lines,
      hasMore,
      tooLong: lines === 0 && hasMore ? this.#describeFirst(isLast) : null,
    };
  }

  /** Adds one line of the window, or the available part of it. Returns where it ends. */
  #addLine(bytes: Buffer, from: number): number {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found + 1;
    this.#windowBytes += end - from;
    if (this.#firstLineBytes === 0 && this.#windowBytes > this.#keepBytes)
      this.#measureFirst(bytes.subarray(from, found === -1 ? end : found), found !== -1);
    if (found !== -1) {
      this.#newlines += 1;
      this.#noteEnd();
    }
    return end;
  }

  /** Everything before these bytes was kept. */
  #measureFirst(bytes: Buffer, hasNewline: boolean): void {
    if (this.#shownSize === null) {
      this.#shownSize = new ShownSize(this.#format);
      for (const kept of this.#kept) this.#shownSize.add(kept);
    }
    this.#shownSize.add(bytes);
    this.#firstHasNewline = hasNewline;
  }

  #describeFirst(isLast: boolean): TooLongLine {
    const end = this.#firstHasNewline ? (isLast ? "shown" : "hidden") : "none";
    return { bytes: this.#firstLineBytes, shownBytes: this.#shownSize?.finish(end) ?? 0 };
  }

  #noteEnd(): void {
    if (this.#firstLineBytes === 0) this.#firstLineBytes = this.#windowBytes;
    if (this.#windowBytes > this.#keepBytes) return;
    this.#lines += 1;
    this.#lineBytes = this.#windowBytes;
  }

  #keep(bytes: Buffer): void {
    const room = Math.max(0, this.#keepBytes - this.#keptBytes);
    if (bytes.length === 0 || room === 0) return;
    const kept = bytes.subarray(0, room);
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  /** The first bytes of the window. */
  #join(length: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#kept;
    return first.length >= length ? first.subarray(0, length) : Buffer.concat(this.#kept, length);
  }

  /** Skips bytes until `most` newlines were seen in total. Returns that position, or the end. */
  #skip(bytes: Buffer, from: number, most: number): number {
    const { newlines, at } = passNewlines(bytes, from, bytes.length, most - this.#newlines);
    this.#newlines += newlines;
    return at;
  }
}

function decode(bytes: Buffer, hasMore: boolean): string {
  // A newline byte is never inside a character, so a window decodes as it would in the whole text.
  return decoder.decode(hasMore ? withoutLineEnd(bytes) : bytes).replaceAll("\r\n", "\n");
}

/** Without the final newline, if there is one. */
function withoutLineEnd(bytes: Buffer): Buffer {
  const end = bytes.length - 1;
  return bytes.subarray(0, Math.max(0, bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end));
}
