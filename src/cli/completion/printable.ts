// Tells whether a shell can show a name safely: shells escape some control characters and print the others.

import { sanitize } from "../../security/sanitize.ts";

/** `spelledOut` matches the characters that the shell escapes itself. */
export function isPrintable(text: string, spelledOut: RegExp): boolean {
  const rest = text.replace(spelledOut, "");
  return sanitize(rest) === rest;
}
