// Escapes characters that must not be shown as they are: on a terminal those that control it, break the line or change the reading direction,
// on the page and in records also those that are invisible. JSON for a model is never sanitised.

// C0, DEL and C1 (so that no escape sequence can start), line and paragraph separators, bidirectional marks and overrides, and lone
// surrogates.
export const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Most lines of code. */
const PLAIN_LINE = /^[\t -~]*$/;
const MAX_SHOWN_PATH_CHARS = 140;

/** The text on one line, with control characters and changes of the reading direction escaped. */
export function sanitize(text: string): string {
  return text.replace(UNSAFE, escapeCodePoint);
}

/** For a line of a file: keeps tabs, which are harmless and common in code. */
export function sanitizeLine(line: string): string {
  if (PLAIN_LINE.test(line)) return line;
  return line.split("\t").map(sanitize).join("\t");
}

/** A path for the summary of a call that needs approval: on one line, with both ends if it is shortened. */
export function toShownPath(path: string, maxChars: number = MAX_SHOWN_PATH_CHARS): string {
  const half = maxChars / 2;
  const short = path.length <= maxChars ? path : `${path.slice(0, half)}…${path.slice(-half)}`;
  // Control and formatting characters, surrogates, line and paragraph separators.
  return short.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

// Controls, formats, surrogates, private use, separators except the plain space, characters that a font may ignore, and two that are blank.
const INVISIBLE = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u{1d159}]`;
// Inside an emoji they are visible, because the emoji looks different.
const IN_EMOJI = String.raw`(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}[\ufe0f\p{EMod}]?)\u200d(?=\p{ExtPict})`;
const RUNS = {
  nothing: new RegExp(`(?:(?!${IN_EMOJI})${INVISIBLE})+`, "gu"),
  lines: new RegExp(`(?:(?![\\t\\n]|${IN_EMOJI})${INVISIBLE})+`, "gu"),
};

export interface TextPart {
  readonly text: string;
  /** The text is an escape for invisible characters. */
  readonly isEscape: boolean;
}

/** In order. With `lines`, tabs and line breaks are kept. */
export function* splitInvisible(text: string, keeps: "nothing" | "lines" = "nothing"): Iterable<TextPart> {
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUNS[keeps])) {
    if (index > end) yield { text: text.slice(end, index), isEscape: false };
    yield { text: Array.from(run, escapeCodePoint).join(""), isEscape: true };
    end = index + run.length;
  }
  if (end < text.length) yield { text: text.slice(end), isEscape: false };
}

/** On one line, with invisible characters escaped. */
export function showInvisible(text: string): string {
  return Array.from(splitInvisible(text), (part) => part.text).join("");
}

/** `\x1b`, `\u202e`, `\u{e0041}`. */
function escapeCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${hex(code, 5)}}`;
  return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
