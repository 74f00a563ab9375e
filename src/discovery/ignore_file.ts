// The bytes of an ignore file, taken apart into lines as git does it, and compiled. Leaves a line to pattern.ts.

import { type PatternContext, parsePattern, trimSpaces } from "./pattern.ts";
import { RuleSet } from "./rule_set.ts";

const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Null for a file with a NUL byte: git would cut its lines there, but such a file is not meant to be one of rules. */
export function compileIgnoreFile(bytes: Uint8Array, ignoreCase: boolean): RuleSet | null {
  if (bytes.includes(0)) return null;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const context: PatternContext = { ignoreCase, sets: new Map() };
  const rules = [];
  const lines = content.slice(content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0).split("\n");
  for (const [index, line] of lines.entries()) {
    // One carriage return, also at the end of a last line that no newline ends.
    const stripped = line.endsWith("\r") ? line.slice(0, -1) : line;
    const pattern = parsePattern(stripped, context);
    if (pattern === null) continue;
    rules.push({ line: index + 1, text: trimSpaces(stripped), isNegated: pattern.isNegated, pattern });
  }
  return new RuleSet(rules);
}
