// What patterns are made of: every syntax is parsed into a sequence of these parts, which the automaton matches.

import { type ByteSet, SLASH, toByteSet } from "./bytes.ts";

/** A number is a byte that stands for itself; a set is one of its bytes. */
export type Part = number | ByteSet | Run | Choice;

/** Nothing, or any number of bytes of `stay` and then one of `leave`. */
export interface Run {
  readonly stay: ByteSet;
  readonly leave: ByteSet;
}

export interface Choice {
  readonly choices: readonly (readonly Part[])[];
}

const EVERY_BYTE = toByteSet(0, 255);
/** One byte of a name. */
export const NAME_BYTE = toByteSet(0, SLASH - 1, SLASH + 1, 255);
/** Any number of bytes, no slash. */
export const STAR: Run = { stay: NAME_BYTE, leave: NAME_BYTE };
/** Any number of bytes, slashes too. */
export const ANY_STAR: Run = { stay: EVERY_BYTE, leave: EVERY_BYTE };
/** Nothing, or anything up to and including a slash. */
export const ANY_FOLDERS: Run = { stay: EVERY_BYTE, leave: toByteSet(SLASH, SLASH) };

/** Adds a run; what it makes of the run before it is one run, if that has the same meaning. */
export function addRun(parts: Part[], run: Run): void {
  const last = parts.at(-1);
  const joined = last === run ? run : last === ANY_FOLDERS && run === STAR ? ANY_STAR : null;
  if (joined === null) parts.push(run);
  else parts[parts.length - 1] = joined;
}
