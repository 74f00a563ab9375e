// Finds the lines that match a regular expression, and the first match in a line. If every match contains one of some fixed texts, it
// searches for those first, then runs the automaton.

import { NEWLINE } from "./char_sets.ts";
import type { LineAutomaton } from "./line_automaton.ts";
import type { LineReader } from "./line_reader.ts";
import { findLine, type LineScanner, type MatchedLine, SEARCH_SPEED, trimEnd } from "./line_scanner.ts";
import { END } from "./symbols.ts";
import { TextFinder } from "./text_finder.ts";

export interface Automata {
  readonly reader: LineReader;
  /** Finds lines. */
  readonly finder: LineAutomaton;
  /** Finds the start of the first match, from the end of the line. */
  readonly backward: LineAutomaton;
  /** Finds its end. */
  readonly forward: LineAutomaton;
}

export interface ScanRange {
  readonly from: number;
  /** If false, the match is reported at the start of its line. */
  readonly locates: boolean;
}

// If this many texts are found this close together, searching for them costs more than the automaton, which then reads everything for a
// while. Guesses.
const [DENSE_HITS, DENSE_BYTES, DENSE_STRETCH] = [16, 200, 256 * 1024];

type Paused = Generator<"paused", void>;

export class AutomatonScanner implements LineScanner {
  readonly #automata: Automata;
  readonly #content: Buffer;
  readonly #texts: TextFinder | undefined;
  readonly #lines: Generator<MatchedLine | "paused", void>;
  readonly #locates: boolean;
  #at: number;
  #steps = 0;
  #hits = 0;
  #hitsFrom: number;
  /** The automaton reads everything up to here. */
  #denseEnd = 0;

  constructor(
    automata: Automata,
    needles: readonly Buffer[] | undefined,
    content: Buffer,
    { from, locates }: ScanRange,
  ) {
    this.#automata = automata;
    this.#locates = locates;
    this.#content = content;
    this.#texts = needles && new TextFinder(needles, content);
    this.#at = from;
    this.#hitsFrom = from;
    this.#lines = this.#scan();
  }

  get at(): number {
    return this.#at;
  }

  next(maxSteps: number): MatchedLine | "paused" | null {
    this.#steps = maxSteps;
    return this.#lines.next().value ?? null;
  }

  *#scan(): Generator<MatchedLine | "paused", void> {
    const content = this.#content;
    while (this.#at < content.length) {
      const stop: number = this.#texts === undefined ? content.length : yield* this.#seek(this.#texts);
      if (!(yield* this.#run(stop))) continue;
      // The symbol after a match is in the same line or ends it.
      const [start, newline] = findLine(content, this.#at);
      const end = trimEnd(content, start, newline);
      const atStart = { start, end, matchStart: start, matchEnd: start };
      const line = this.#locates ? yield* this.#locate(start, end) : atStart;
      this.#at = newline + 1;
      yield line;
    }
  }

  /** Moves to the next line that contains one of the texts. Returns where the automaton has to stop. */
  *#seek(texts: TextFinder): Generator<"paused", number> {
    const content = this.#content;
    if (this.#at < this.#denseEnd) return this.#denseEnd;
    while (this.#at < content.length) {
      const hit = texts.find(this.#at);
      const next = hit === -1 ? texts.end : hit;
      this.#steps -= 1 + Math.floor((next - this.#at) / SEARCH_SPEED);
      this.#at = next;
      if (hit !== -1) break;
      if (this.#steps <= 0) yield "paused";
    }
    if (this.#at >= content.length) return content.length;
    const [start, newline] = findLine(content, this.#at);
    this.#at = start;
    if (!this.#isDense()) return newline + 1;
    this.#denseEnd = findLine(content, Math.min(content.length, start + DENSE_STRETCH))[1] + 1;
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
  *#run(stop: number): Generator<"paused", boolean> {
    const { finder } = this.#automata;
    const content = this.#content;
    const end = Math.min(stop, content.length);
    finder.start();
    finder.steps = this.#steps;
    for (;;) {
      const outcome = finder.run(content, this.#at, end);
      [this.#at, this.#steps] = [finder.at, finder.steps];
      if (outcome === "match") return true;
      if (outcome === "end") break;
      yield* this.#pause(finder);
    }
    // The last line may lack a newline.
    if (end < content.length || end === 0 || content[end - 1] === NEWLINE) return false;
    return finder.advance(END);
  }

  *#pause(automaton: LineAutomaton): Paused {
    const progress = automaton.save();
    yield "paused";
    automaton.resume(progress);
    automaton.steps = this.#steps;
  }

  *#locate(start: number, end: number): Generator<"paused", MatchedLine> {
    const matchStart = yield* this.#findStart(start, end);
    const matchEnd = yield* this.#findEnd(start, matchStart, end);
    return { start, end, matchStart, matchEnd };
  }

  *#findStart(start: number, end: number): Generator<"paused", number> {
    const { reader, backward } = this.#automata;
    let first = end;
    backward.start();
    backward.steps = this.#steps;
    for (let at = end; at > start; ) {
      const read = reader.readBefore(this.#content, at);
      if (backward.advance(read >>> 3)) first = at;
      at -= read & 7;
      if (backward.steps <= 0) yield* this.#pause(backward);
    }
    this.#steps = backward.steps;
    return backward.advance(END) ? start : first;
  }

  *#findEnd(start: number, matchStart: number, end: number): Generator<"paused", number> {
    const { reader, forward } = this.#automata;
    if (matchStart === start) forward.start();
    else forward.startBehind(reader.readBefore(this.#content, matchStart) >>> 3);
    forward.steps = this.#steps;
    let [at, last] = [matchStart, matchStart];
    while (at < end && !forward.isDead) {
      const read = reader.read(this.#content, at);
      if (forward.advance(read >>> 3)) last = at;
      at += read & 7;
      if (forward.steps <= 0) yield* this.#pause(forward);
    }
    this.#steps = forward.steps;
    return at === end && forward.advance(END) ? end : last;
  }
}
