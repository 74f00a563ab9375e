// Quotes a word for bash, so that it stays one word and nothing in it is expanded. Control characters are escaped.

import { sanitize } from "../input/sanitize.ts";

/** ASCII characters without a meaning in bash, and everything beyond ASCII except spaces. */
const PLAIN = /^[\w\-+=:,./@%]$|^[^\0-\x7f\p{Zs}]$/u;

export function quoteForBash(text: string): string {
  return Array.from(text, quoteCharacter).join("");
}

function quoteCharacter(character: string): string {
  if (sanitize(character) !== character) return `$'${spellBytes(character)}'`;
  return PLAIN.test(character) ? character : `\\${character}`;
}

/** Bash 3.2 only supports escapes of single bytes. */
function spellBytes(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return Array.from(Buffer.from(character), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
