// Tells a person whose path is outside the folder how to look there. It uses only the text of the path and never looks whether it exists.

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { quoteForBash } from "./bash_quote.ts";
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
