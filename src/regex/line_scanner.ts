// Scans a file's content for matching lines, in slices of work. If every match contains one of some texts, it searches for those first, then
// runs the automaton; a pattern that is plain text needs no automaton. A line ends before `\n` or `\r\n`.

import { CARRIAGE_RETURN, NEWLINE } from "./char_sets.ts";
import { type Automata, type Budget, findFirstMatch, pause } from "./first_match.ts";
import { END } from "./symbols.ts";
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

/** What lines are searched for: at least one of the two. */
export interface Wanted {
  /** Every match contains one of them. */
  readonly texts: readonly Buffer[] | undefined;
  /** Undefined if containing the only text is enough. */
  readonly automata: Automata | undefined;
}

export interface ScanRange {
  /** The start of a line. */
  readonly from: number;
  /** If false, the match may be reported at the start of its line. */
  readonly locates: boolean;
}

/** How many bytes the runtime's own search reads while the automaton reads one. A cautious guess. */
const SEARCH_SPEED = 4;
// If this many texts are found this close together, searching for them costs more than the automaton, which then reads everything for a
// while. Guesses.
const [DENSE_HITS, DENSE_BYTES, DENSE_STRETCH] = [16, 200, 256 * 1024];

export class PatternScanner implements LineScanner {
  readonly #content: Buffer;
  readonly #texts: TextFinder | undefined;
  readonly #textLength: number;
  readonly #locates: boolean;
  readonly #lines: Generator<MatchedLine | "paused", void>;
  readonly #budget: Budget = { steps: 0 };
  #at: number;
  #hits = 0;
  #hitsFrom: number;
  /** The automaton reads everything up to here. */
  #denseEnd = 0;

  constructor({ texts, automata }: Wanted, content: Buffer, { from, locates }: ScanRange) {
    this.#content = content;
    this.#texts = texts && new TextFinder(texts, content);
    this.#textLength = texts?.[0]?.length ?? 0;
    this.#locates = locates;
    this.#at = from;
    this.#hitsFrom = from;
    this.#lines = automata === undefined ? this.#scanForText() : this.#scan(automata);
  }

  get at(): number {
    return this.#at;
  }

  next(maxSteps: number): MatchedLine | "paused" | null {
    this.#budget.steps = maxSteps;
    return this.#lines.next().value ?? null;
  }

  *#scanForText(): Generator<MatchedLine | "paused", void> {
    for (;;) {
      const sought = this.#seek();
      if (sought === "end") return;
      yield sought === "found" ? this.#takeLine() : sought;
    }
  }

  /** The line of the text that was found. */
  #takeLine(): MatchedLine {
    const at = this.#at;
    const [start, newline] = this.#lineAt(at);
    this.#at = newline + 1;
    return { start, end: this.#trimEnd(start, newline), matchStart: at, matchEnd: at + this.#textLength };
  }

  *#scan(automata: Automata): Generator<MatchedLine | "paused", void> {
    const content = this.#content;
    while (this.#at < content.length) {
      const stop = this.#findStop();
      if (stop === "paused") yield stop;
      if (stop === "paused" || !(yield* this.#run(automata, stop))) continue;
      // The symbol after a match is in the same line or ends it.
      const [start, newline] = this.#lineAt(this.#at);
      const end = this.#trimEnd(start, newline);
      const match = this.#locates
        ? yield* findFirstMatch(automata, content, { start, end }, this.#budget)
        : { start, end: start };
      this.#at = newline + 1;
      yield { start, end, matchStart: match.start, matchEnd: match.end };
    }
  }

  /** Moves to the next of the texts, or to the end. */
  #seek(): "found" | "paused" | "end" {
    const texts = this.#texts;
    while (texts !== undefined && this.#at < this.#content.length) {
      const hit = texts.find(this.#at);
      const next = hit === -1 ? texts.end : hit;
      this.#budget.steps -= 1 + Math.floor((next - this.#at) / SEARCH_SPEED);
      this.#at = next;
      if (hit !== -1) return "found";
      if (this.#budget.steps <= 0) return "paused";
    }
    return "end";
  }

  /** Where the automaton has to stop. Moves to the start of the next line that contains one of the texts. */
  #findStop(): number | "paused" {
    const content = this.#content;
    if (this.#texts === undefined) return content.length;
    if (this.#at < this.#denseEnd) return this.#denseEnd;
    const sought = this.#seek();
    if (sought !== "found") return sought === "end" ? content.length : sought;
    const [start, newline] = this.#lineAt(this.#at);
    this.#at = start;
    if (!this.#isDense()) return newline + 1;
    this.#denseEnd = this.#lineAt(Math.min(content.length, start + DENSE_STRETCH))[1] + 1;
    return this.#denseEnd;
  }

  #isDense(): boolean {
    this.#hits += 1;
    if (this.#hits < DENSE_HITS) return false;
    const isDense = this.#at - this.#hitsFrom < DENSE_HITS * DENSE_BYTES;
    [this.#hits, this.#hitsFrom] = [0, this.#at];
    return isDense;
  }

  /** Reads lines up to `stop`. Returns whether one matches, which is then at `#at`. */
  *#run({ finder }: Automata, stop: number): Generator<"paused", boolean> {
    const content = this.#content;
    const end = Math.min(stop, content.length);
    finder.start();
    finder.steps = this.#budget.steps;
    for (;;) {
      const outcome = finder.run(content, this.#at, end);
      [this.#at, this.#budget.steps] = [finder.at, finder.steps];
      if (outcome === "match") return true;
      if (outcome === "end") break;
      yield* pause(finder, this.#budget);
    }
    // The last line may lack a newline.
    if (end < content.length || end === 0 || content[end - 1] === NEWLINE) return false;
    return finder.read(END);
  }

  /** The start of the line that contains a byte, and its newline or the end of the content. */
  #lineAt(at: number): [start: number, newline: number] {
    const content = this.#content;
    const newline = content.indexOf(NEWLINE, at);
    return [at === 0 ? 0 : content.lastIndexOf(NEWLINE, at - 1) + 1, newline === -1 ? content.length : newline];
  }

  #trimEnd(start: number, newline: number): number {
    const content = this.#content;
    const hasReturn = newline < content.length && newline > start && content[newline - 1] === CARRIAGE_RETURN;
    return hasReturn ? newline - 1 : newline;
  }
}
