// Splits a line into words as bash would, without expanding anything. The line ends at the cursor, perhaps inside quotes.

import type { OpenQuote } from "../bash_quote.ts";

export interface ScannedLine {
  /** Without quotes. The last word is being typed and may be empty. Targets of redirections are left out. */
  readonly words: readonly string[];
  /** The quote that is open at the end. */
  readonly quote: OpenQuote;
  /** Whether the last word is the target of a redirection. */
  readonly isTarget: boolean;
}

const PIECE = new RegExp(
  [
    /(?<blank>[ \t\n]+)/,
    /\\(?<escaped>.?)/,
    /'(?<single>[^']*)(?<singleEnd>'?)/,
    /\$'(?<spelled>(?:[^'\\]|\\.)*)'/,
    /"(?<double>(?:[^"\\]|\\.)*)(?<doubleEnd>"|\\?)/,
    /(?<redirection>&?[<>]+[&|]?)/,
    /(?<plain>.)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gsu",
);

export function scanBash(line: string): ScannedLine {
  const words: string[] = [];
  let [word, isWord, isTarget] = ["", false, false];
  let quote: OpenQuote = "";
  const endWord = () => {
    if (isWord && !isTarget) words.push(word);
    if (isWord) isTarget = false;
    [word, isWord] = ["", false];
  };
  for (const { groups = {} } of line.matchAll(PIECE)) {
    const { blank, escaped, single, singleEnd, spelled, double, doubleEnd, redirection, plain } = groups;
    if (blank !== undefined) endWord();
    else if (redirection !== undefined) {
      // A number before a redirection is a descriptor.
      if (!/^\d+$/.test(word)) endWord();
      [word, isWord, isTarget] = ["", false, true];
    } else {
      isWord = true;
      word += escaped ?? single ?? plain ?? (spelled === undefined ? readDouble(double ?? "") : readSpelled(spelled));
      quote = singleEnd === "" ? "'" : double !== undefined && doubleEnd !== '"' ? '"' : "";
    }
  }
  return { words: [...words, word], quote, isTarget };
}

function readDouble(text: string): string {
  return text.replace(/\\(["$`\\])/g, "$1");
}

const LETTERS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\u001b" };

/** Decodes `$'…'`: escaped bytes, the usual letters, and plain characters. */
function readSpelled(text: string): string {
  const bytes = Array.from(text.matchAll(/\\x([0-9a-fA-F]{1,2})|\\(.)|([^\\])/gsu), ([, hex, letter, plain]) =>
    hex === undefined
      ? Buffer.from(plain ?? LETTERS[letter ?? ""] ?? letter ?? "")
      : Buffer.from([Number.parseInt(hex, 16)]),
  );
  return Buffer.concat(bytes).toString("utf8");
}
