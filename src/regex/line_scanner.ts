// Scans a file's content for matching lines, in slices of work. A line ends before `\n` or `\r\n`.

import { CARRIAGE_RETURN, NEWLINE } from "./char_sets.ts";
import { TextFinder } from "./text_finder.ts";

export interface MatchedLine {
  /** The first byte of the line, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The same for the first match; of those that start there, the longest. */
  readonly matchStart: number;
  readonly matchEnd: number;
}

export interface LineScanner {
  /** The current position: all matching lines that end before this byte were returned. */
  readonly at: number;
  /** The next line with a match; null at the end; "paused" after as much work as reading `maxSteps` bytes: call again to continue. */
  next(maxSteps: number): MatchedLine | "paused" | null;
}

/** How many bytes the runtime's own search reads while the automaton reads one. A cautious guess. */
export const SEARCH_SPEED = 4;

/** For patterns that are plain text. */
export class TextScanner implements LineScanner {
  readonly #finder: TextFinder;
  readonly #content: Buffer;
  readonly #length: number;
  #at: number;

  constructor(text: Buffer, content: Buffer, from: number) {
    this.#finder = new TextFinder([text], content);
    this.#content = content;
    this.#length = text.length;
    this.#at = from;
  }

  get at(): number {
    return this.#at;
  }

  next(maxSteps: number): MatchedLine | "paused" | null {
    let steps = maxSteps;
    while (this.#at < this.#content.length) {
      if (steps <= 0) return "paused";
      const from = this.#at;
      const hit = this.#finder.find(from);
      this.#at = hit === -1 ? this.#finder.end : hit;
      steps -= 1 + Math.floor((this.#at - from) / SEARCH_SPEED);
      if (hit === -1) continue;
      const [start, newline] = findLine(this.#content, hit);
      this.#at = newline + 1;
      return { start, end: trimEnd(this.#content, start, newline), matchStart: hit, matchEnd: hit + this.#length };
    }
    return null;
  }
}

/** The start of the line that contains a byte, and its newline or the end of the content. */
export function findLine(content: Buffer, at: number): [start: number, newline: number] {
  const newline = content.indexOf(NEWLINE, at);
  return [at === 0 ? 0 : content.lastIndexOf(NEWLINE, at - 1) + 1, newline === -1 ? content.length : newline];
}

export function trimEnd(content: Buffer, start: number, newline: number): number {
  const hasReturn = newline < content.length && newline > start && content[newline - 1] === CARRIAGE_RETURN;
  return hasReturn ? newline - 1 : newline;
}
