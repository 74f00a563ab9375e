// Quotes a word for bash, so that it stays one word and nothing in it is acted upon. Control characters are spelled out.

import { sanitize } from "../security/sanitize.ts";

export type OpenQuote = "" | "'" | '"';

/** ASCII that bash does not act on, and everything beyond ASCII but spaces. */
const PLAIN = /^[\w\-+=:,./@%]$|^[^\0-\x7f\p{Zs}]$/u;

/** `open` is a quote that stands before the text already. The line editor adds the closing one, unless it sees one at the end. */
export function quoteForBash(text: string, open: OpenQuote = ""): string {
  const quoted = Array.from(text, (character) => quoteCharacter(character, open)).join("");
  return open !== "" && quoted.endsWith(open) ? quoted + open : quoted;
}

function quoteCharacter(character: string, open: OpenQuote): string {
  if (sanitize(character) !== character) return `${open}$'${spellBytes(character)}'${open}`;
  if (open === "'") return character === "'" ? `'\\''` : character;
  // Bash looks for past commands (`!`) in double quotes too, and a backslash there stays.
  if (open === '"') return character === "!" ? `"'!'"` : character.replace(/["$`\\]/, "\\$&");
  return PLAIN.test(character) ? character : `\\${character}`;
}

/** Bash 3.2 knows no other way than bytes. */
function spellBytes(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
