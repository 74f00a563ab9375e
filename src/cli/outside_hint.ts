// Tells a person whose path lies outside the folder how to look there. By the text of the path alone: what exists there is not asked.

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { quoteForBash } from "./bash_quote.ts";
import { type CommandName, commandRow } from "./commands.ts";
import { type Parsed, textOf } from "./parse.ts";

/** Their path is usually a file, so that the folder is the one that holds it. */
const TAKE_FILES: readonly CommandName[] = ["read", "explain"];

/** The command that looks there; null if the path does not lead out by its text. */
export function findOutsideCommand({ command, positionals, values }: Parsed): string | null {
  const at = commandRow(command).takes.findIndex((name) => name.replace(/[[\]]/g, "") === "PATH");
  const path = positionals[at];
  const workspace = textOf(values, "workspace") ?? ".";
  if (path === undefined || isInside(resolve(workspace), resolve(workspace, path))) return null;
  const meant = isAbsolute(path) ? path : join(workspace, path);
  const isFile = TAKE_FILES.includes(command);
  const rest = positionals.flatMap((word, index) => (index === at ? (isFile ? [basename(meant)] : []) : [word]));
  return [
    "porthole",
    command,
    "-w",
    ...[isFile ? dirname(meant) : meant, ...rest].map((word) => quoteForBash(word)),
  ].join(" ");
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
