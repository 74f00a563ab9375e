// A pattern that is a text, in its simplest form: line by line, with a pause after every line that a coin decides. For tests of what
// is made of matching lines.

import type { LineScanner, MatchedLine } from "../../../../src/regex/line_scanner.ts";
import type { LineFinder } from "../../../../src/regex/text_pattern.ts";

/** `pauses` is asked before each line. */
export function literalLines(text: string, pauses: () => boolean = () => false): LineFinder {
  return { scan: (content, from = 0) => new Scanner(content, from, Buffer.from(text), pauses) };
}

class Scanner implements LineScanner {
  at: number;
  readonly #content: Buffer;
  readonly #text: Buffer;
  readonly #pauses: () => boolean;

  constructor(content: Buffer, from: number, text: Buffer, pauses: () => boolean) {
    this.at = from;
    this.#content = content;
    this.#text = text;
    this.#pauses = pauses;
  }

  next(): MatchedLine | "paused" | null {
    while (this.at < this.#content.length) {
      if (this.#pauses()) return "paused";
      const start = this.at;
      const newline = this.#content.indexOf(10, start);
      const end = newline === -1 ? this.#content.length : newline;
      this.at = newline === -1 ? end : newline + 1;
      const shownEnd = newline > start && this.#content[newline - 1] === 13 ? newline - 1 : end;
      const found = this.#content.subarray(start, shownEnd).indexOf(this.#text);
      if (found !== -1) {
        return { start, end: shownEnd, matchStart: start + found, matchEnd: start + found + this.#text.length };
      }
    }
    return null;
  }
}
