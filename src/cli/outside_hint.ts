// Tells a person whose path is outside the folder how to look there. It uses only the text of the path and never looks whether it exists.

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { sanitize } from "../input/sanitize.ts";
import { type CommandName, commandRow } from "./commands.ts";
import { type Parsed, textOf } from "./parse.ts";

/** Their path is usually a file, so the folder to open is its parent. */
const TAKE_FILES: readonly CommandName[] = ["read", "explain"];

/** The command to run instead; null if the text of the path does not lead outside. */
export function findOutsideCommand({ command, positionals, values }: Parsed): string | null {
  const at = commandRow(command).takes.findIndex((name) => name.replace(/[[\]]/g, "") === "PATH");
  const path = positionals[at];
  const workspace = textOf(values, "workspace") ?? ".";
  if (path === undefined || isInside(resolve(workspace), resolve(workspace, path))) return null;
  const meant = isAbsolute(path) ? path : join(workspace, path);
  const isFile = TAKE_FILES.includes(command);
  const rest = positionals.flatMap((word, index) => (index === at ? (isFile ? [basename(meant)] : []) : [word]));
  return ["porthole", command, "-w", ...[isFile ? dirname(meant) : meant, ...rest].map(quoteForBash)].join(" ");
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** ASCII characters without a meaning in bash, and everything beyond ASCII except spaces. */
const PLAIN = /^[\w\-+=:,./@%]$|^[^\0-\x7f\p{Zs}]$/u;

/** Quotes a word for bash, so that it stays one word and nothing in it is expanded. Control characters are escaped. */
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
