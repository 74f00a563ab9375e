// Finds the first match in a line that is known to have one.

import type { LineAutomaton } from "./line_automaton.ts";
import type { LineReader } from "./line_reader.ts";
import { END } from "./symbols.ts";

export interface Automata {
  readonly reader: LineReader;
  /** Finds lines. */
  readonly finder: LineAutomaton;
  /** Finds the start of the first match, from the end of the line. */
  readonly backward: LineAutomaton;
  /** Finds its end. */
  readonly forward: LineAutomaton;
}

/** How much may be done before the next pause, in bytes read. Set anew by whoever ends the pause. */
export interface Budget {
  steps: number;
}

export interface Match {
  readonly start: number;
  /** Of the matches that start there, the longest. */
  readonly end: number;
}

/** The line is given by its first byte, and the one after its last. */
export function* findFirstMatch(
  { reader, backward, forward }: Automata,
  content: Buffer,
  line: Match,
  budget: Budget,
): Generator<"paused", Match> {
  let start = line.end;
  backward.start();
  backward.steps = budget.steps;
  for (let at = line.end; at > line.start; ) {
    const symbol = reader.readBefore(content, at);
    if (backward.read(symbol >>> 3)) start = at;
    at -= symbol & 7;
    if (backward.steps <= 0) yield* pause(backward, budget);
  }
  if (backward.read(END)) start = line.start;

  if (start === line.start) forward.start();
  else forward.startBehind(reader.readBefore(content, start) >>> 3);
  forward.steps = backward.steps;
  let [at, end] = [start, start];
  while (at < line.end && !forward.isDead) {
    const symbol = reader.read(content, at);
    if (forward.read(symbol >>> 3)) end = at;
    at += symbol & 7;
    if (forward.steps <= 0) yield* pause(forward, budget);
  }
  if (at === line.end && forward.read(END)) end = at;
  budget.steps = forward.steps;
  return { start, end };
}

/** Meanwhile, the automaton may be used for something else. */
export function* pause(automaton: LineAutomaton, budget: Budget): Generator<"paused", void> {
  const progress = automaton.save();
  yield "paused";
  automaton.resume(progress);
  automaton.steps = budget.steps;
}
