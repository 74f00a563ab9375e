// The pattern of a search: a regular expression or literal text (docs/search.md). Finds the lines that contain it.

import { type Automata, AutomatonScanner } from "./automaton_scanner.ts";
import { LineAutomaton } from "./line_automaton.ts";
import { type LineScanner, TextScanner } from "./line_scanner.ts";
import { LineSteps } from "./line_steps.ts";
import { PatternFault } from "./pattern_fault.ts";
import { toCharSet } from "./ranges.ts";
import { RegexCells } from "./regex_cells.ts";
import { parseRegex } from "./regex_syntax.ts";
import { type RegexNode, reverse, toChars, toSequence } from "./regex_tree.ts";
import { findRequiredText } from "./required_text.ts";
import { Symbols } from "./symbols.ts";
import { foldChars } from "./unicode.ts";

const MAX_BYTES = 1000;

export interface TextPatternOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

export interface TextPattern {
  /**
   * The matching lines of `content`, starting at byte `from` (the start of a line). Without `locates`, positions within the line are not
   * computed.
   */
  scan(content: Buffer, from?: number, locates?: boolean): LineScanner;
}

/** Throws `PatternFault`. */
export function compileTextPattern(source: string, options: TextPatternOptions): TextPattern {
  const bytes = Buffer.byteLength(source);
  if (bytes > MAX_BYTES)
    throw new PatternFault(
      `the pattern has ${bytes} bytes, more than ${MAX_BYTES},`,
      1,
      options.literal ? undefined : "literal",
    );
  checkText(source);
  return compile(options.literal ? parseLiteral(source, options.ignoreCase) : parseRegex(source, options.ignoreCase));
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
      return toChars(toCharSet(...codes.flatMap((one) => [one, one])));
    }),
  );
}

function compile(node: RegexNode): TextPattern {
  const { texts, isWhole } = findRequiredText(node);
  const needles = texts?.map((text) => Buffer.from(text));
  const [only] = needles ?? [];
  if (isWhole && only !== undefined) return { scan: (content, from = 0) => new TextScanner(only, content, from) };
  let automata: Automata | undefined;
  return {
    scan(content, from = 0, locates = true) {
      automata ??= makeAutomata(node);
      return new AutomatonScanner(automata, needles, content, { from, locates });
    },
  };
}

function makeAutomata(node: RegexNode): Automata {
  const [cells, reversed] = [new RegexCells(node), new RegexCells(reverse(node))];
  const splitsWords = cells.assertions.has("border") || cells.assertions.has("noBorder");
  const symbols = new Symbols([...cells.leaving.keys()], splitsWords);
  const steps = new LineSteps(cells, symbols);
  return {
    symbols,
    finder: new LineAutomaton(steps, true),
    backward: new LineAutomaton(new LineSteps(reversed, symbols), true),
    forward: new LineAutomaton(steps, false),
  };
}
