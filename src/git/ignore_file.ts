// Splits an ignore file into lines as git does, and compiles them.

import type { Steps } from "../disk/steps.ts";
import { type IgnoreContext, parseIgnoreLine } from "../match/gitignore.ts";
import { type CompiledRules, lineAt, MAX_WEIGHT_IN_FORCE, RulesCompiler } from "./compiled_rules.ts";

const BYTE_ORDER_MARK = "\xef\xbb\xbf";
// Some tenths of a millisecond.
const LINES_PER_STEP = 256;
const BYTES_PER_STEP = 4096;
/** A rule is parsed in one step. A guess: sixteen times the longest path. */
export const MAX_RULE_BYTES = 65_536;

export interface Reading {
  /** See `IgnoreContext`. */
  readonly widens?: boolean;
  readonly maxRuleBytes?: number;
  /** The spellings of a line to compile, all raw. Not called for comments. Default: the line as it is. */
  readonly spell?: (line: string) => readonly string[];
}

/** Null if there are more rules than may be in force at once, or if one is too long. */
export function* compileIgnoreFile(
  bytes: Uint8Array,
  ignoreCase: boolean,
  { widens = false, maxRuleBytes = MAX_RULE_BYTES, spell = (line) => [line] }: Reading = {},
): Steps<CompiledRules | null> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const context: IgnoreContext = { ignoreCase, widens, sets: new Map() };
  const builder = new RulesCompiler(content);
  let start = content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let stepEnd = start + BYTES_PER_STEP;
  for (let line = 1; start < content.length; line++) {
    const { text, next } = lineAt(content, start);
    const isComment = text.startsWith("#");
    if (text.length > maxRuleBytes && !isComment) return null;
    // A line is empty only if it does not even contain a carriage return.
    const isRule = !isComment && (next > start + 1 || next > content.length);
    for (const spelling of isRule ? spell(text) : []) {
      const pattern = parseIgnoreLine(spelling, context);
      if (pattern !== null) builder.add(pattern, line, start);
    }
    if (builder.weight > MAX_WEIGHT_IN_FORCE) return null;
    start = next;
    if (start < stepEnd && line % LINES_PER_STEP !== 0) continue;
    stepEnd = start + BYTES_PER_STEP;
    yield;
  }
  return yield* builder.build();
}
