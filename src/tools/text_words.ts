// Wording that the text forms of all answers share: quoted names, counts, heads, errors.

import type { ToolErrorFields } from "../errors.ts";
import { type CharSet, hasChar, joinRanges, toCharSet } from "../regex/char_sets.ts";
import { findCategory } from "../regex/unicode.ts";

/** ASCII without spaces, quotes and backslashes. */
const BARE_ASCII = /^[!#-[\]-~]+$/;
/** A trailing mark tells the kind of an entry; `?` and `!` have a meaning of their own in some lines. */
const MARKED = /[/@|…]$|\/:$|^[?!]$/u;
const ERROR_WORD = /^error:?$/i;

// Default_Ignorable_Code_Point, except for the categories below, and two characters that are blank: U+2800 and U+1D159.
const NOT_DRAWN = [
  ...[0x34f, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2065, 0x2065, 0x2800, 0x2800, 0x3164, 0x3164],
  ...[0xfe00, 0xfe0f, 0xffa0, 0xffa0, 0xfff0, 0xfff8, 0x1d159, 0x1d159, 0xe0000, 0xe0fff],
];
const CATEGORIES = ["Z", "Cc", "Cf", "Cs", "Co"];

let invisible: CharSet | undefined;
let combining: CharSet | undefined;

/** A path or name as one word, quoted if it could be mistaken for anything else, including `confusable`. */
export function quoteName(name: string, confusable?: RegExp): string {
  const isBare = BARE_ASCII.test(name) || isBareText(name);
  return isBare && !MARKED.test(name) && !confusable?.test(name) ? name : quoteText(name);
}

/** For the first word of an answer: it must not look like an error. */
export function quoteFirst(name: string): string {
  return quoteName(name, ERROR_WORD);
}

function isBareText(name: string): boolean {
  return name !== "" && !/["\\]/.test(name) && !startsWithMark(name) && !Array.from(name).some(isInvisible);
}

/** A JSON string on one line, in which only visible characters and plain spaces are unescaped. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (character, at: number) => {
    // A combining mark would be drawn on the quote before it.
    const isShown = !isInvisible(character) && (at > 1 || !startsWithMark(character));
    return isShown ? character : escapeUnits(character);
  });
}

/** Uses one fixed version of Unicode, so that all runtimes agree. */
export function isInvisible(character: string): boolean {
  invisible ??= joinRanges([...CATEGORIES.flatMap((name) => findCategory(name) ?? []), ...toCharSet(...NOT_DRAWN)]);
  return hasChar(invisible, character.codePointAt(0) ?? 0);
}

function startsWithMark(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  if (code < 0x300) return false;
  combining ??= findCategory("M") ?? [];
  return hasChar(combining, code);
}

/** Each surrogate separately. */
function escapeUnits(character: string): string {
  const units = character.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/** `1 file`, `2 files`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first line of an answer. Null clauses are left out. */
export function writeHead(...clauses: readonly (string | null)[]): string {
  return clauses.filter((clause) => clause !== null).join("; ");
}

/** The line before an answer to a call with arguments of other tools. The values are JSON, by our names. */
export function writeReadAs(values: Readonly<Record<string, unknown>>): string {
  const clauses = Object.entries(values).map(([name, value]) => `${name} ${writeValue(value)}`);
  return `read as ${clauses.join(", ")}`;
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(", ")}]`;
  return typeof value === "string" ? quoteText(value) : String(value);
}

/** One line: messages are sanitised when the answer is made. */
export function writeError({ code, message }: Pick<ToolErrorFields, "code" | "message">): string {
  return `error ${code}: ${message}`;
}
