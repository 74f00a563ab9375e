// Quotes a word for bash, so that it stays one word and nothing in it is expanded. Control characters are escaped.

import { sanitize } from "../security/sanitize.ts";

export type OpenQuote = "" | "'" | '"';

/** ASCII characters without a meaning in bash, and everything beyond ASCII except spaces. */
const PLAIN = /^[\w\-+=:,./@%]$|^[^\0-\x7f\p{Zs}]$/u;

/** `open` is a quote that the user has already typed. The line editor adds the closing one unless the text ends with one. */
export function quoteForBash(text: string, open: OpenQuote = ""): string {
  const quoted = Array.from(text, (character) => quoteCharacter(character, open)).join("");
  return open !== "" && quoted.endsWith(open) ? quoted + open : quoted;
}

function quoteCharacter(character: string, open: OpenQuote): string {
  if (sanitize(character) !== character) return `${open}$'${spellBytes(character)}'${open}`;
  if (open === "'") return character === "'" ? `'\\''` : character;
  // Bash expands `!` in double quotes too, and would keep a backslash before it.
  if (open === '"') return character === "!" ? `"'!'"` : character.replace(/["$`\\]/, "\\$&");
  return PLAIN.test(character) ? character : `\\${character}`;
}

/** Bash 3.2 only supports escapes of single bytes. */
function spellBytes(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
