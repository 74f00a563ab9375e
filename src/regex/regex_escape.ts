// Parses an escape in a regular expression: one character, or a class of them. regex_syntax.ts handles assertions.

import {
  type CharSet,
  DIGIT,
  INVALID_BYTE,
  invertRanges,
  LAST_CHAR,
  NEWLINE,
  removeChar,
  SPACE,
  WORD,
} from "./char_sets.ts";
import { LazySet, type LazySets } from "./lazy_sets.ts";
import type { RegexText } from "./regex_text.ts";
import { findCategory, foldSet } from "./unicode.ts";

/** A number is one character. No set contains the newline. */
export type Escaped = number | LazySet;

/** Never case-folded: these classes are ASCII only. */
const CLASSES = new Map<string, LazySet>([
  ["d", LazySet.of(DIGIT)],
  ["s", LazySet.of(removeChar(SPACE, NEWLINE))],
  ["w", LazySet.of(WORD)],
  ["D", LazySet.of(negate(DIGIT))],
  ["S", LazySet.of(negate(SPACE))],
  ["W", LazySet.of(negate(WORD))],
]);

const CONTROLS = new Map<string, number>([
  ["a", 7],
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
]);

/** The characters that may be escaped: all of ASCII except letters, digits, `_`, `<` and `>`. */
const PUNCTUATION = " !\"#$%&'()*+,-./:;=?@[\\]^`{|}~";
const HEX = "0123456789abcdefABCDEF";
/** The number of digits without braces. */
const HEX_DIGITS = new Map<string, number>([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

// Known to other engines. The texts are used in the message.
const UNKNOWN = new Map<string, string>([
  ["A", 'use "^" for the start of a line instead of'],
  ["z", 'use "$" for the end of a line instead of'],
  ["Z", 'use "$" for the end of a line instead of'],
  ["<", 'use "\\b" for the border of a word instead of'],
  [">", 'use "\\b" for the border of a word instead of'],
  ["k", "backreferences are not supported:"],
  ["g", "backreferences are not supported:"],
  ["Q", "quoted text is not supported:"],
  ["E", "quoted text is not supported:"],
]);

/** All other characters of lines. */
export function negate(set: CharSet): CharSet {
  return invertRanges([...set, [NEWLINE, NEWLINE]], INVALID_BYTE);
}

/** Starts at the backslash. */
export function readEscape(text: RegexText, sets: LazySets, ignoreCase: boolean): Escaped {
  const from = text.at;
  text.take();
  if (text.isAtEnd) throw text.fault("nothing follows the backslash", from);
  const char = text.take();
  const set = CLASSES.get(char);
  if (set !== undefined) return sets.find(char, from, () => set);
  if (char === "p" || char === "P") return readCategory(text, sets, char === "P", ignoreCase);
  const digits = HEX_DIGITS.get(char);
  if (digits !== undefined) return readHex(text, from, digits);
  const control = CONTROLS.get(char);
  if (control !== undefined) return control;
  if (PUNCTUATION.includes(char)) return char.charCodeAt(0);
  throw text.fault(`${describeUnknown(char)} ${text.quote(from)}`, from);
}

function describeUnknown(char: string): string {
  if (char >= "1" && char <= "9") return "backreferences are not supported:";
  return UNKNOWN.get(char) ?? "unknown escape";
}

function readHex(text: RegexText, from: number, digits: number): number {
  const isBraced = text.takeIf("{");
  const read = text.takeWhile((char) => HEX.includes(char), isBraced ? Number.POSITIVE_INFINITY : digits);
  const isWhole = isBraced ? read !== "" && text.takeIf("}") : read.length === digits;
  if (!isWhole) throw text.fault(`hexadecimal digits are missing in ${text.quote(from)}`, from);
  const code = Number.parseInt(read, 16);
  if (code > LAST_CHAR || (code >= 0xd800 && code <= 0xdfff)) {
    throw text.fault(`${text.quote(from)} is not a Unicode character`, from);
  }
  return code;
}

/** Behind the letter. */
function readCategory(text: RegexText, sets: LazySets, isNegated: boolean, ignoreCase: boolean): LazySet {
  const from = text.at - 2;
  const isBraced = text.takeIf("{");
  const isInverted = isBraced && text.takeIf("^");
  const name = isBraced ? text.takeWhile((char) => char !== "}") : text.take();
  if (isBraced && !text.takeIf("}")) throw text.fault(`the brace is not closed in ${text.quote(from)}`, from);
  const category = findCategory(name);
  if (category === undefined)
    throw text.fault(`only general categories such as \\p{L} or \\p{Lu} are supported, not ${text.quote(from)}`, from);
  const isOther = isNegated !== isInverted;
  const make = () => {
    const folded = ignoreCase ? foldSet(category) : category;
    return isOther ? negate(folded) : removeChar(folded, NEWLINE);
  };
  const key = `category ${name} ${isOther} ${ignoreCase}`;
  return sets.find(key, from, () => new LazySet(category.length, make, { folds: ignoreCase }));
}
