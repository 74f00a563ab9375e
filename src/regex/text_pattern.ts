// The pattern of a search: a regular expression or literal text (docs/search.md). It is parsed at once, which takes less than a millisecond,
// and compiled in steps.

import { Cells } from "./cells.ts";
import { toCharSet } from "./char_sets.ts";
import type { Automata } from "./first_match.ts";
import { LazySet } from "./lazy_sets.ts";
import { LineAutomaton } from "./line_automaton.ts";
import { LineReader } from "./line_reader.ts";
import { type LineScanner, PatternScanner } from "./line_scanner.ts";
import { parseRegex } from "./regex_syntax.ts";
import { PatternFault } from "./regex_text.ts";
import { findRequiredText } from "./required_text.ts";
import { Steps } from "./steps.ts";
import { Symbols } from "./symbols.ts";
import { listSets, type PatternNode, reverse, toChars, toSequence } from "./tree.ts";
import { foldChars } from "./unicode.ts";
import { atOnce, inSteps, type Work } from "./work.ts";

const MAX_BYTES = 1000;

export interface TextPatternOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

/** A pattern that was parsed. */
export interface TextPattern {
  /** In steps of about a millisecond. */
  compile(): Generator<undefined, LineFinder>;
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
  return atOnce(parseTextPattern(source, options).compile());
}

function checkText(source: string): void {
  for (const [index, char] of Array.from(source).entries()) {
    if (char === "\n")
      throw new PatternFault("a line has no newline, and matching is line by line: newline", index + 1);
    if (!char.isWellFormed()) throw new PatternFault("a lone surrogate is not a character", index + 1);
  }
}

function parseLiteral(source: string, ignoreCase: boolean): PatternNode {
  return toSequence(
    Array.from(source, (char) => {
      const code = char.codePointAt(0) ?? 0;
      const codes = ignoreCase ? foldChars(code) : [code];
      return toChars(LazySet.of(toCharSet(...codes.flatMap((one) => [one, one]))));
    }),
  );
}

function* compile(node: PatternNode): Work<LineFinder> {
  for (const set of listSets(node)) yield* set.compute();
  const required = findRequiredText(node);
  const texts = required.texts?.map((text) => Buffer.from(text));
  yield node.size;
  const automata = required.isWhole ? undefined : yield* makeAutomata(node);
  return {
    scan: (content, from = 0, locates = true) => new PatternScanner({ texts, automata }, content, { from, locates }),
  };
}

function* makeAutomata(node: PatternNode): Work<Automata> {
  const cells = yield* layOut(node);
  const reversed = yield* layOut(reverse(node));
  const splitsWords = cells.assertions.has("border") || cells.assertions.has("noBorder");
  const symbols = yield* Symbols.divide([...cells.leaving.keys()], splitsWords);
  const steps = new Steps(cells, symbols);
  const reader = new LineReader(symbols);
  return {
    reader,
    finder: new LineAutomaton(steps, reader, true),
    backward: new LineAutomaton(new Steps(reversed, symbols), reader, true),
    forward: new LineAutomaton(steps, reader, false),
  };
}

function* layOut(node: PatternNode): Work<Cells> {
  const cells = new Cells();
  cells.add({ nodes: [node], index: 0 });
  yield cells.count;
  return cells;
}
