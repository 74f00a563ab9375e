// The pattern of a search: a regular expression or literal text (docs/search.md). It is parsed at once, which takes less than a millisecond,
// and compiled in steps.

import { type Automata, AutomatonScanner } from "./automaton_scanner.ts";
import { LineAutomaton } from "./line_automaton.ts";
import { type LineScanner, TextScanner } from "./line_scanner.ts";
import { LineSteps } from "./line_steps.ts";
import { PatternFault } from "./pattern_fault.ts";
import { toCharSet } from "./ranges.ts";
import { RegexCells } from "./regex_cells.ts";
import { RegexSet } from "./regex_sets.ts";
import { parseRegex } from "./regex_syntax.ts";
import { listSets, type RegexNode, reverse, toChars, toSequence } from "./regex_tree.ts";
import { findRequiredText } from "./required_text.ts";
import { Symbols } from "./symbols.ts";
import { foldChars } from "./unicode.ts";

const MAX_BYTES = 1000;
/** A range of characters, or a position of the pattern, is one unit of work: a microsecond or two. */
const WORK_PER_STEP = 500;

export interface TextPatternOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

/** A pattern that was parsed. */
export interface TextPattern {
  /** In steps of about a millisecond. */
  compile(): Generator<void, LineFinder>;
}

export interface LineFinder {
  /**
   * The matching lines of `content`, starting at byte `from` (the start of a line). Without `locates`, positions within the line are not
   * computed.
   */
  scan(content: Buffer, from?: number, locates?: boolean): LineScanner;
}

/** Throws `PatternFault`. */
export function parseTextPattern(source: string, options: TextPatternOptions): TextPattern {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_BYTES)
    throw new PatternFault(
      `the pattern has ${bytes} bytes, more than ${MAX_BYTES},`,
      1,
      options.literal ? undefined : "literal",
    );
  checkText(source);
  const node = options.literal ? parseLiteral(source, options.ignoreCase) : parseRegex(source, options.ignoreCase);
  return { compile: () => inSteps(compile(node)) };
}

/** All steps at once. Throws `PatternFault`. */
export function compileTextPattern(source: string, options: TextPatternOptions): LineFinder {
  const steps = parseTextPattern(source, options).compile();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function checkText(source: string): void {
  for (const [index, char] of Array.from(source).entries()) {
    if (char === "\n")
      throw new PatternFault("a line has no newline, and matching is line by line: newline", index + 1);
    if (!char.isWellFormed()) throw new PatternFault("a lone surrogate is not a character", index + 1);
  }
}

function parseLiteral(source: string, ignoreCase: boolean): RegexNode {
  return toSequence(
    Array.from(source, (char) => {
      const code = char.codePointAt(0) ?? 0;
      const codes = ignoreCase ? foldChars(code) : [code];
      return toChars(RegexSet.of(toCharSet(...codes.flatMap((one) => [one, one]))));
    }),
  );
}

/** Yields how much work was done. */
type Work<T> = Generator<number, T>;

/** Pauses whenever about a millisecond's work was done. */
function* inSteps<T>(work: Work<T>): Generator<void, T> {
  for (let sum = 0; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    sum += value;
    if (sum < WORK_PER_STEP) continue;
    yield;
    sum = 0;
  }
}

function* compile(node: RegexNode): Work<LineFinder> {
  for (const set of listSets(node)) yield* set.compute();
  const { texts, isWhole } = findRequiredText(node);
  const needles = texts?.map((text) => Buffer.from(text));
  const [only] = needles ?? [];
  if (isWhole && only !== undefined) return { scan: (content, from = 0) => new TextScanner(only, content, from) };
  yield node.size;
  const automata = yield* makeAutomata(node);
  return {
    scan: (content, from = 0, locates = true) => new AutomatonScanner(automata, needles, content, { from, locates }),
  };
}

function* makeAutomata(node: RegexNode): Work<Automata> {
  const cells = new RegexCells(node);
  yield cells.count;
  const reversed = new RegexCells(reverse(node));
  yield reversed.count;
  const splitsWords = cells.assertions.has("border") || cells.assertions.has("noBorder");
  const symbols = yield* Symbols.divide([...cells.leaving.keys()], splitsWords);
  const steps = new LineSteps(cells, symbols);
  return {
    symbols,
    finder: new LineAutomaton(steps, true),
    backward: new LineAutomaton(new LineSteps(reversed, symbols), true),
    forward: new LineAutomaton(steps, false),
  };
}
