// Lines of a text that is still bytes: how many there are, where those of a window lie, and their text; only that is
// decoded. Leaves to usecase.ts where the bytes come from and how many lines are shown.

export interface LineSpan {
  /** Counted from 1. */
  readonly startLine: number;
  readonly maxLines: number;
}

export interface LocatedLines {
  /** In the whole text. A final newline ends the last line and starts no new one. */
  readonly lineCount: number;
  /**
   * Where each line of the span begins, then where the last of them ends, its newline included. Empty if the span lies
   * behind the text.
   */
  readonly offsets: readonly number[];
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
// `indexOf` is four times faster than a loop on ordinary lines, and eight times slower on empty ones: 16 ms for a
// megabyte. So it is used until a few short lines have come together, and then the loop for a stretch.
const SHORT_BYTES = 16;
const SHORT_LINES = 8;
const STRETCH_BYTES = 1024;

// Invalid bytes become U+FFFD. `ignoreBOM` means, against its name, that a byte order mark is kept.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function locateLines(bytes: Uint8Array, { startLine, maxLines }: LineSpan): LocatedLines {
  const before = skipLines(bytes, 0, startLine - 1);
  // One more than the span has lines: where the line after it begins is where the span ends.
  const offsets: number[] = [];
  let at = before.end;
  while (at < bytes.length && offsets.length <= maxLines) {
    offsets.push(at);
    at = findLineEnd(bytes, at);
  }
  const lineCount = before.lines + offsets.length + skipLines(bytes, at, Number.POSITIVE_INFINITY).lines;
  if (lineCount >= startLine && offsets.length <= maxLines) offsets.push(bytes.length);
  return { lineCount, offsets };
}

/** Behind the newline, or the end of the text. */
function findLineEnd(bytes: Uint8Array, start: number): number {
  const found = bytes.indexOf(NEWLINE, start);
  return found === -1 ? bytes.length : found + 1;
}

/** Goes over at most `most` lines: how many there were, and where they end. */
function skipLines(bytes: Uint8Array, from: number, most: number): { readonly lines: number; readonly end: number } {
  let [lines, at, short] = [0, from, 0];
  while (at < bytes.length && lines < most) {
    if (short >= SHORT_LINES) {
      const stretch = Math.min(at + STRETCH_BYTES, bytes.length);
      for (; at < stretch && lines < most; at++) if (bytes[at] === NEWLINE) lines++;
      short = 0;
      // A line that it ends inside of is counted where its newline is found, or here if there is none.
      if (at === bytes.length && bytes[at - 1] !== NEWLINE) lines++;
      continue;
    }
    const end = findLineEnd(bytes, at);
    short = end - at <= SHORT_BYTES ? short + 1 : 0;
    lines++;
    at = end;
  }
  return { lines, end: at };
}

/**
 * The text from byte `start` to byte `end`, both where a line begins or the text ends. The newline before `end` belongs
 * to it only if nothing follows: the windows of a text, joined with newlines, are the text.
 */
export function decodeLines(bytes: Uint8Array, start: number, end: number): string {
  if (start === end) return "";
  const shownEnd = end < bytes.length ? dropNewline(bytes, end) : end;
  // A newline byte is never inside a character, so a window decodes to what it is in the whole text.
  return decoder.decode(bytes.subarray(start, shownEnd)).replaceAll("\r\n", "\n");
}

function dropNewline(bytes: Uint8Array, end: number): number {
  return bytes[end - 2] === CARRIAGE_RETURN ? end - 2 : end - 1;
}
