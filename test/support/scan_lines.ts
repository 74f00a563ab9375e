// All lines of a content that match a pattern, with pauses or without.

import type { MatchedLine } from "../../src/regex/line_scanner.ts";
import { compileTextPattern, type TextPatternOptions } from "../../src/regex/text_pattern.ts";

export function scanLines(
  pattern: string,
  content: Buffer | string,
  { literal = false, ignoreCase = false, maxSteps = 1e9 }: Partial<TextPatternOptions> & { maxSteps?: number } = {},
): MatchedLine[] {
  const scanner = compileTextPattern(pattern, { literal, ignoreCase }).scan(Buffer.from(content));
  const lines: MatchedLine[] = [];
  for (;;) {
    const line = scanner.next(maxSteps);
    if (line === null) return lines;
    if (line !== "paused") lines.push(line);
  }
}
