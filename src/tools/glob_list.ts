// Reads an argument that is a list of globs.

import { invalidArgument, quoteShort, type ToolError } from "../errors.ts";
import { type Glob, parseGlob } from "../patterns/glob_syntax.ts";

const MAX_GLOBS = 100;
const MAX_GLOB_CHARS = 8192;

/** Throws `invalidArgument` that names `argument`. */
export type ReadGlob = (argument: string, text: string) => Glob;

/**
 * All patterns are tried on every name, so their number, and what their braces stand for, is bounded together. The sum of
 * their lengths comes first: refusing what is far too much costs no parsing.
 */
export function readGlobList(argument: string, patterns: readonly unknown[], readGlob: ReadGlob): Glob[] {
  if (patterns.length > MAX_GLOBS)
    throw invalidArgument(`${argument} must have at most ${MAX_GLOBS} globs, not ${patterns.length}`);
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
    throw invalidArgument(`${argument} must be a glob, not ${quoteShort(text)}: ${parsed.reason}`);
  return parsed.glob;
}

/** With braces written out, and one more for each name. */
function countChars(glob: Glob): number {
  return glob.flat().reduce((sum, segment) => sum + segment.length + 1, 0);
}

/** `counted` is where counting ended. */
function tooManyGlobChars(argument: string, counted: number): ToolError {
  return invalidArgument(
    `${argument} must stand for at most ${MAX_GLOB_CHARS} characters in all, not ${counted} or more`,
  );
}
