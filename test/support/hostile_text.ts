// Names, lines and contents made of parts of the text form, and of characters that hide or break lines: for property tests.

import fc from "fast-check";

const MARKS = ["/", "@", "|", "…", "?", "!", "/:", " …", " (not read)", " ! unknown: x", "===", "=2=", "==", "="];
const HEADS = [
  ...[
    "error NOT_FOUND: x",
    "error",
    "ERROR",
    "=== a lines 1-1 of 1, 1 byte",
    "a lines 1-2 of 2, 3 bytes",
    "a no lines",
  ],
  ...['"a" in b: 1 path', "src/ 1 file below", "src 1 entry, limit 200", "2 files, each after a === line"],
  ...["; next start_line 7", "; next after=abc", "; left out: 1 hidden", "; cut by timeout", ", limit 3"],
];
const NUMBERS = [
  "0",
  "1",
  "12",
  "12:5:",
  "13-",
  "14:3 cut:",
  "15 cut-",
  "16:1 escaped:",
  "17 cut escaped-",
  ":",
  "-",
  " 7",
];
const QUOTES = ['"', "\\", '\\"', "\\u000a", '"a"', '"a"/'];
const BREAKS = ["\n", "\r", "\r\n", "\v", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"];
const SPACES = [" ", "  ", "\t", "\u00a0", "\u3000", "\u1680"];
const UNSEEN = ["\u200b", "\u200d", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\u2060"];
const BLANK = ["\u3164", "\uffa0", "\u2800", "\ufe0f", "\u{e0041}", "\u{1d159}", "\u034f", "\u0301", "\u{e0100}"];
const CONTROLS = ["\u001b[2J", "\u0007", "\u007f", "\u009b"];
const PLAIN = ["a", "b.ts", "é", "日本", "😀", "src", ".x", "…a"];

const onOneLine = [MARKS, HEADS, NUMBERS, QUOTES, SPACES, UNSEEN, BLANK, PLAIN].flat();
const everything = [...onOneLine, ...BREAKS, ...CONTROLS];

/** Any text. */
const hostileText = fc
  .array(fc.constantFrom(...everything), { maxLength: 6, size: "max" })
  .map((parts) => parts.join(""));

/** An argument of a call, possibly with a lone surrogate. */
export const hostileArgument = fc.oneof(
  { weight: 9, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileText.map((text) => `${text}\ud800`) },
);

/** One name of a path. */
export const hostileName = hostileText
  .map((text) => text.replaceAll(/[/\0]/g, ""))
  .filter((name) => !["", ".", ".."].includes(name));

/** A line of a file, as a search returns it: without a newline. */
export const hostileLine = hostileText.map((text) => text.replaceAll("\n", ""));
