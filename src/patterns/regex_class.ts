// Parses `[...]` in a regular expression. Constructs that engines read differently (nested classes, set operations) are refused.

import { type CharSet, joinRanges, toCharSet } from "./ranges.ts";
import { DIGIT, type Escaped, negate, readEscape, SPACE, WORD } from "./regex_escape.ts";
import type { RegexText } from "./regex_text.ts";
import { foldSet } from "./unicode.ts";
import type { Range } from "./utf8.ts";

const POSIX_CLASSES = new Map<string, CharSet>([
  ["alnum", toCharSet(48, 57, 65, 90, 97, 122)],
  ["alpha", toCharSet(65, 90, 97, 122)],
  ["ascii", toCharSet(0, 127)],
  ["blank", toCharSet(9, 9, 32, 32)],
  ["cntrl", toCharSet(0, 31, 127, 127)],
  ["digit", DIGIT],
  ["graph", toCharSet(33, 126)],
  ["lower", toCharSet(97, 122)],
  ["print", toCharSet(32, 126)],
  ["punct", toCharSet(33, 47, 58, 64, 91, 96, 123, 126)],
  ["space", SPACE],
  ["upper", toCharSet(65, 90)],
  ["word", WORD],
  ["xdigit", toCharSet(48, 57, 65, 70, 97, 102)],
]);

const OPERATIONS = ["&&", "--", "~~"];

/** Starts at the opening bracket. */
export function readClass(text: RegexText, ignoreCase: boolean): CharSet {
  const from = text.at;
  text.take();
  const isNegated = text.takeIf("^");
  const ranges: Range[] = [];
  // A closing bracket that comes first does not close.
  do {
    if (text.isAtEnd) throw text.fault('the class has no closing "]":', from);
    ranges.push(...readMember(text, ignoreCase));
  } while (!text.takeIf("]"));
  const set = joinRanges(ranges);
  return isNegated ? negate(set) : set;
}

function readMember(text: RegexText, ignoreCase: boolean): CharSet {
  const from = text.at;
  for (const operation of OPERATIONS) {
    if (!text.startsWith(operation)) continue;
    throw text.fault(`"${operation}" in a class is read differently by engines (write "\\${operation[0]}"):`, from);
  }
  if (text.peek() === "[") return readPosix(text, ignoreCase);
  const first = readOne(text, ignoreCase);
  const isRange = text.peek() === "-" && !text.startsWith("-]") && !text.startsWith("--") && text.peek(1) !== "";
  if (typeof first !== "number") return first;
  if (!isRange) return fold([[first, first]], ignoreCase);
  text.take();
  if (text.peek() === "[") throw nestedFault(text);
  const last = readOne(text, ignoreCase);
  if (typeof last !== "number") throw text.fault(`the range ${text.quote(from)} must end with one character:`, from);
  if (last < first) throw text.fault(`the range ${text.quote(from)} is out of order:`, from);
  return fold([[first, last]], ignoreCase);
}

function readOne(text: RegexText, ignoreCase: boolean): Escaped {
  if (text.peek() === "\\" && (text.peek(1) === "b" || text.peek(1) === "B")) {
    throw text.fault(`an assertion is not allowed in a class: "\\${text.peek(1)}"`, text.at);
  }
  return text.peek() === "\\" ? readEscape(text, ignoreCase) : (text.take().codePointAt(0) ?? 0);
}

function readPosix(text: RegexText, ignoreCase: boolean): CharSet {
  const from = text.at;
  if (!text.startsWith("[:")) throw nestedFault(text);
  text.takeIf("[:");
  const isNegated = text.takeIf("^");
  const name = text.takeWhile((char) => char >= "a" && char <= "z");
  const set = POSIX_CLASSES.get(name);
  if (!text.takeIf(":]") || set === undefined) throw text.fault(`unknown class ${text.quote(from)}`, from);
  const folded = fold(set, ignoreCase);
  return isNegated ? negate(folded) : folded;
}

function nestedFault(text: RegexText): Error {
  return text.fault('"[" in a class is read differently by engines (write "\\["):', text.at);
}

function fold(set: CharSet, ignoreCase: boolean): CharSet {
  return ignoreCase ? foldSet(set) : set;
}
