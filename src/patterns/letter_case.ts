// Upper and lower case of all alphabets, one character for one: for names on disks that ignore case.

import type { Range } from "./utf8.ts";

/** All letters that have a case lie below. */
const LAST_CASED = 0x1ffff;

type LowerAndUpper = readonly [lower: number, upper: number];

const ASCII_LETTERS = findLetters(0x7f);
/** Made when a class beyond ASCII is met: looking at all characters takes some milliseconds. */
let allLetters: readonly LowerAndUpper[] | undefined;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const ASCII = /^[\x00-\x7f]*$/;

export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (char) => String.fromCodePoint(foldChar(char.codePointAt(0) ?? 0))).join("");
}

// By way of the upper case, so that the long s and the Kelvin sign fold to s and k, as case-insensitive disks do.
export function foldChar(code: number): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code;
  const upper = toUpperCase(code);
  return onlyCode(String.fromCodePoint(upper).toLowerCase()) ?? upper;
}

/** With the lower case of all upper case letters in the ranges, for folded text. */
export function addLowerCase(ranges: readonly Range[]): Range[] {
  const isAscii = ranges.every(([, last]) => last <= 0x7f);
  if (!isAscii) allLetters ??= findLetters(LAST_CASED);
  const letters = isAscii ? ASCII_LETTERS : (allLetters ?? []);
  const isIn = (code: number) => ranges.some(([first, last]) => first <= code && code <= last);
  return [...ranges, ...letters.flatMap(([lower, upper]): Range[] => (isIn(upper) ? [[lower, lower]] : []))];
}

/** Those whose upper case is another character. */
function findLetters(end: number): readonly LowerAndUpper[] {
  const letters: LowerAndUpper[] = [];
  for (let code = 0; code <= end; code++) {
    const upper = toUpperCase(code);
    if (upper !== code) letters.push([code, upper]);
  }
  return letters;
}

// A character whose other case is several characters (the sharp s) is its own.
function toUpperCase(code: number): number {
  return onlyCode(String.fromCodePoint(code).toUpperCase()) ?? code;
}

function onlyCode(text: string): number | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
