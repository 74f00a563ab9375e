// Whether a shell can show a name: it spells out some of what a terminal acts on, and passes the rest on.

import { sanitize } from "../../security/sanitize.ts";

/** `spelledOut` are the characters that the shell escapes by itself. */
export function isPrintable(text: string, spelledOut: RegExp): boolean {
  const rest = text.replace(spelledOut, "");
  return sanitize(rest) === rest;
}
