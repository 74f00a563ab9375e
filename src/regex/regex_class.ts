// Parses `[...]` in a regular expression. Constructs that engines read differently (nested classes, set operations) are refused.

import { type CharSet, joinRanges, NEWLINE, POSIX_CLASSES, type Range, removeChar } from "./char_sets.ts";
import { LazySet, type LazySets } from "./lazy_sets.ts";
import { type Escaped, negate, readEscape } from "./regex_escape.ts";
import type { RegexText } from "./regex_text.ts";
import { foldSet } from "./unicode.ts";

const OPERATIONS = ["&&", "--", "~~"];

/** Starts at the opening bracket. */
export function readClass(text: RegexText, sets: LazySets, ignoreCase: boolean): LazySet {
  const from = text.at;
  text.take();
  const isNegated = text.takeIf("^");
  const written: Range[] = [];
  const others = new Set<LazySet>();
  // A closing bracket that comes first does not close.
  do {
    if (text.isAtEnd) throw text.fault('the class has no closing "]":', from);
    const member = readMember(text, sets, ignoreCase);
    if (member instanceof LazySet) others.add(member);
    else written.push(member);
  } while (!text.takeIf("]"));
  const isNewline = others.size === 0 && written.every(([first, last]) => first === NEWLINE && last === NEWLINE);
  if (isNewline && !isNegated) throw newlineFault(text, from);
  const sources = [...others];
  const make = () => {
    const set = joinRanges([...fold(joinRanges(written), ignoreCase), ...sources.flatMap(({ ranges }) => ranges)]);
    return isNegated ? negate(set) : removeChar(set, NEWLINE);
  };
  const weight = sources.reduce((sum, source) => sum + source.weight, written.length);
  const key = `class ${text.cut(from)} ${ignoreCase}`;
  return sets.find(key, from, () => new LazySet(weight, make, { sources, folds: ignoreCase }));
}

export function newlineFault(text: RegexText, from: number): Error {
  return text.fault("matching is line by line: no line contains the newline", from);
}

function readMember(text: RegexText, sets: LazySets, ignoreCase: boolean): Range | LazySet {
  const from = text.at;
  for (const operation of OPERATIONS) {
    if (!text.startsWith(operation)) continue;
    throw text.fault(`"${operation}" in a class is read differently by engines (write "\\${operation[0]}"):`, from);
  }
  if (text.peek() === "[") return readPosix(text, sets, ignoreCase);
  const first = readOne(text, sets, ignoreCase);
  const isRange = text.peek() === "-" && !text.startsWith("-]") && !text.startsWith("--") && text.peek(1) !== "";
  if (typeof first !== "number") return first;
  if (!isRange) return [first, first];
  text.take();
  if (text.peek() === "[") throw nestedFault(text);
  const last = readOne(text, sets, ignoreCase);
  if (typeof last !== "number") throw text.fault(`the range ${text.quote(from)} must end with one character:`, from);
  if (last < first) throw text.fault(`the range ${text.quote(from)} is out of order:`, from);
  return [first, last];
}

function readOne(text: RegexText, sets: LazySets, ignoreCase: boolean): Escaped {
  if (text.peek() === "\\" && (text.peek(1) === "b" || text.peek(1) === "B")) {
    throw text.fault(`an assertion is not allowed in a class: "\\${text.peek(1)}"`, text.at);
  }
  return text.peek() === "\\" ? readEscape(text, sets, ignoreCase) : (text.take().codePointAt(0) ?? 0);
}

function readPosix(text: RegexText, sets: LazySets, ignoreCase: boolean): LazySet {
  const from = text.at;
  if (!text.startsWith("[:")) throw nestedFault(text);
  text.takeIf("[:");
  const isNegated = text.takeIf("^");
  const name = text.takeWhile((char) => char >= "a" && char <= "z");
  const set = POSIX_CLASSES.get(name);
  if (!text.takeIf(":]") || set === undefined) throw text.fault(`unknown class ${text.quote(from)}`, from);
  const make = () => (isNegated ? negate(fold(set, ignoreCase)) : fold(set, ignoreCase));
  return sets.find(
    `posix ${text.cut(from)} ${ignoreCase}`,
    from,
    () => new LazySet(set.length, make, { folds: ignoreCase }),
  );
}

function nestedFault(text: RegexText): Error {
  return text.fault('"[" in a class is read differently by engines (write "\\["):', text.at);
}

function fold(set: CharSet, ignoreCase: boolean): CharSet {
  return ignoreCase ? foldSet(set) : set;
}
