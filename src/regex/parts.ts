// The parts of patterns: every syntax is parsed into a sequence of these, which the automaton matches.

import { type ByteSet, SLASH, toByteSet } from "./bytes.ts";

/** A number is that byte; a set is one of its bytes. */
export type Part = number | ByteSet | Run | Choice;

/** Nothing, or any number of bytes of `stay` followed by one of `leave`. */
export interface Run {
  readonly stay: ByteSet;
  readonly leave: ByteSet;
}

export interface Choice {
  readonly choices: readonly (readonly Part[])[];
}

export const ANY_BYTE = toByteSet(0, 255);
/** One byte of a name. */
export const NAME_BYTE = toByteSet(0, SLASH - 1, SLASH + 1, 255);
/** Any number of bytes except slashes. */
export const STAR: Run = { stay: NAME_BYTE, leave: NAME_BYTE };
/** Any number of bytes, including slashes. */
export const ANY_STAR: Run = { stay: ANY_BYTE, leave: ANY_BYTE };
/** Nothing, or anything up to and including a slash. */
export const ANY_FOLDERS: Run = { stay: ANY_BYTE, leave: toByteSet(SLASH, SLASH) };

const CONTINUATION = toByteSet(0x80, 0xbf);
/** The continuation bytes of a character in UTF-8. */
export const CONTINUATIONS: Run = { stay: CONTINUATION, leave: CONTINUATION };

/** Adds a run, merged with the previous part if one run can express both. */
export function addRun(parts: Part[], run: Run): void {
  const last = parts.at(-1);
  if (last === run) return;
  if (last === ANY_FOLDERS && run === STAR) parts[parts.length - 1] = ANY_STAR;
  else if (last === CONTINUATIONS && run === STAR) parts[parts.length - 1] = STAR;
  else parts.push(run);
}
