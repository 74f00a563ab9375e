// Parses an escape in a regular expression: one character, or a class of them. regex_syntax.ts handles assertions.

import { type CharSet, INVALID_BYTE, invertRanges, toCharSet } from "./ranges.ts";
import type { RegexText } from "./regex_text.ts";
import { findCategory, foldSet } from "./unicode.ts";
import { LAST_CHAR, type Range } from "./utf8.ts";

/** A number is one character. */
export type Escaped = number | CharSet;

const NEWLINE: Range = [10, 10];
/** Cached, because a pattern may repeat one hundreds of times. */
const categories = new Map<string, CharSet>();

export const WORD = toCharSet(48, 57, 65, 90, 95, 95, 97, 122);
export const SPACE = toCharSet(9, 13, 32, 32);
export const DIGIT = toCharSet(48, 57);
const CLASSES = new Map<string, CharSet>([
  ["d", DIGIT],
  ["s", SPACE],
  ["w", WORD],
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
  return invertRanges([...set, NEWLINE], INVALID_BYTE);
}

/** Starts at the backslash. */
export function readEscape(text: RegexText, ignoreCase: boolean): Escaped {
  const from = text.at;
  text.take();
  if (text.isAtEnd) throw text.fault("nothing follows the backslash", from);
  const char = text.take();
  const set = CLASSES.get(char.toLowerCase());
  // Never case-folded: these classes are ASCII only.
  if (set !== undefined) return char === char.toLowerCase() ? set : negate(set);
  if (char === "p" || char === "P") return readCategory(text, from, char === "P", ignoreCase);
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

function readCategory(text: RegexText, from: number, isNegated: boolean, ignoreCase: boolean): CharSet {
  const isBraced = text.takeIf("{");
  const isInverted = isBraced && text.takeIf("^");
  const name = isBraced ? text.takeWhile((char) => char !== "}") : text.take();
  if (isBraced && !text.takeIf("}")) throw text.fault(`the brace is not closed in ${text.quote(from)}`, from);
  const set = makeCategory(name, isNegated !== isInverted, ignoreCase);
  if (set !== undefined) return set;
  throw text.fault(`only general categories such as \\p{L} or \\p{Lu} are supported, not ${text.quote(from)}`, from);
}

function makeCategory(name: string, isNegated: boolean, ignoreCase: boolean): CharSet | undefined {
  const key = `${name} ${isNegated} ${ignoreCase}`;
  const known = categories.get(key);
  const set = known ?? findCategory(name);
  if (known !== undefined || set === undefined) return known;
  const folded = ignoreCase ? foldSet(set) : set;
  const made = isNegated ? negate(folded) : folded;
  categories.set(key, made);
  return made;
}
