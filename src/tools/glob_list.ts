// Parses an argument that is a list of globs.

import { wrongArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolError } from "../errors.ts";
import { type Glob, parseGlob } from "../match/glob_syntax.ts";

const MAX_GLOBS = 100;
const MAX_GLOB_CHARS = 8192;

/** Throws `invalidArgument`, which names `argument`. */
export type ReadGlob = (argument: string, text: string) => Glob;

/**
 * Every name is matched against all patterns, so their number and expanded size have a common limit. The sum of their lengths is checked
 * first, so that refusing far too many costs no parsing.
 */
export function readGlobList(argument: string, patterns: readonly unknown[], readGlob: ReadGlob): Glob[] {
  if (patterns.length > MAX_GLOBS)
    throw wrongArgument(argument, `must have at most ${MAX_GLOBS} globs, not ${patterns.length}`);
  const texts = patterns.map(String);
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  if (written > MAX_GLOB_CHARS) throw tooManyGlobChars(argument, written);
  let chars = 0;
  return texts.map((text, index) => {
    const glob = readGlob(`${argument}[${index}]`, text);
    chars += countChars(glob);
    if (chars > MAX_GLOB_CHARS) throw tooManyGlobChars(argument, chars);
    return glob;
  });
}

/** Anchored to the whole path. */
export function readGlob(argument: string, text: string): Glob {
  const parsed = parseGlob(text);
  if (parsed.kind === "fault")
    throw wrongArgument(argument, `must be a glob, not ${quoteShort(text)}: ${parsed.reason}`);
  return parsed.glob;
}

/** With expanded braces, plus one for each name. */
function countChars(glob: Glob): number {
  return glob.flat().reduce((sum, segment) => sum + segment.length + 1, 0);
}

/** `counted` is where counting stopped. */
function tooManyGlobChars(argument: string, counted: number): ToolError {
  return wrongArgument(argument, `must expand to at most ${MAX_GLOB_CHARS} characters in all, not ${counted} or more`);
}
