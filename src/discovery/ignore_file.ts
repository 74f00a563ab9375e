// Splits an ignore file into lines as git does, and compiles them.

import { type IgnoreContext, parseIgnoreLine } from "../patterns/gitignore.ts";
import { type CompiledRules, lineAt, MAX_WEIGHT_IN_FORCE, RulesCompiler } from "./compiled_rules.ts";

const BYTE_ORDER_MARK = "\xef\xbb\xbf";
// Some tenths of a millisecond.
const LINES_PER_STEP = 256;
const BYTES_PER_STEP = 4096;
/** A rule is parsed in one step. A guess: sixteen times what a path may have. */
export const MAX_RULE_BYTES = 65_536;

/** Null for more rules than may be in force at once, and for one that is too long. `prepare` is given each line, raw, before it is parsed. */
export function* compileIgnoreFile(
  bytes: Uint8Array,
  ignoreCase: boolean,
  prepare: (line: string) => string = (line) => line,
): Generator<void, CompiledRules | null> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const context: IgnoreContext = { ignoreCase, sets: new Map() };
  const builder = new RulesCompiler(content);
  let start = content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let stepEnd = start + BYTES_PER_STEP;
  for (let line = 1; start < content.length; line++) {
    const { text, next } = lineAt(content, start);
    if (text.length > MAX_RULE_BYTES && !text.startsWith("#")) return null;
    // A line is empty only if it has not even a carriage return.
    const pattern = next > start + 1 || next > content.length ? parseIgnoreLine(prepare(text), context) : null;
    if (pattern !== null) builder.add(pattern, line, start);
    if (builder.weight > MAX_WEIGHT_IN_FORCE) return null;
    start = next;
    if (start < stepEnd && line % LINES_PER_STEP !== 0) continue;
    stepEnd = start + BYTES_PER_STEP;
    yield;
  }
  return builder.build();
}
