// Makes text safe to show on a terminal: escapes control characters, line breaks and changes of the reading direction. JSON for a model is
// never sanitised.

import { escapeCodePoint } from "./invisible.ts";

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
