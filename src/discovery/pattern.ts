// One line of an ignore file, read as git reads it: what it is for, and its text as tokens.
// Leaves `[...]` to bracket.ts, and matching to rule_set.ts and machine.ts.

import { parseBracket } from "./bracket.ts";
import { type ByteSet, foldAscii, SLASH } from "./bytes.ts";

// Numbers below 256 are bytes that stand for themselves; sets are `[...]`.
export const ANY_BYTE = 256;
/** Any number of bytes, no slash. */
export const STAR = 257;
/** Any number of bytes, slashes too. */
const ANY_STAR = 258;
/** Nothing, or anything up to and with a slash. */
export const ANY_FOLDERS = 259;

export type Token = number | ByteSet;

export interface Pattern {
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
  /** `name`: matched against the last name of a path. `path`: against all of it, from the folder of the ignore file on. */
  readonly subject: "name" | "path";
  /** What comes before the first wildcard or backslash. */
  readonly plain: string;
  readonly rest: readonly Token[];
}

const [BACKSLASH, ASTERISK, QUESTION, BRACKET] = [92, 42, 63, 91];
const SPECIAL = /[*?[\\]/;

export interface PatternContext {
  readonly ignoreCase: boolean;
  /** Sets already made, by their text: a file may have the same one any number of times. */
  readonly sets: Map<string, ByteSet>;
}

/**
 * Null for a line that matches nothing: a comment, a broken one. One of spaces, or of a slash, is a pattern without text: it matches
 * what has no name, as `name/` has none behind its slash.
 */
export function parsePattern(line: string, context: PatternContext): Pattern | null {
  if (line.startsWith("#")) return null;
  const trimmed = trimSpaces(line);
  const isNegated = trimmed.startsWith("!");
  const isDirectoryOnly = trimmed.endsWith("/");
  const text = trimmed.slice(isNegated ? 1 : 0, isDirectoryOnly ? -1 : undefined);
  const subject = text.includes("/") ? "path" : "name";
  const body = subject === "path" && text.startsWith("/") ? text.slice(1) : text;
  // git compares the text before the first wildcard by itself and matches the rest anew: so `**` right behind that text counts as
  // the beginning of a pattern, and crosses folders though no slash stands before it.
  const special = body.search(SPECIAL);
  const plain = special === -1 ? body : body.slice(0, special);
  const rest: Token[] = [];
  if (special !== -1 && !readWild(body.slice(special), subject, context, rest)) return null;
  return { isNegated, isDirectoryOnly, subject, plain: context.ignoreCase ? foldAscii(plain) : plain, rest };
}

/** A whole path with wildcards, outside of ignore files. Null if nothing can match it. */
export function parseWildPath(text: string, ignoreCase: boolean): Token[] | null {
  const tokens: Token[] = [];
  return readWild(text, "path", { ignoreCase, sets: new Map() }, tokens) ? tokens : null;
}

/** The one text that the pattern matches, or null if there may be several. */
export function literalOf({ plain, rest }: Pick<Pattern, "plain" | "rest">): string | null {
  let text = plain;
  for (const token of rest) {
    if (typeof token !== "number" || token >= ANY_BYTE) return null;
    text += String.fromCharCode(token);
  }
  return text;
}

export function tokensOf({ plain, rest }: Pattern): Token[] {
  return [...Array.from(plain, (char) => char.charCodeAt(0)), ...rest];
}

/** Spaces at the end, up to one that a backslash protects. */
export function trimSpaces(line: string): string {
  if (!line.endsWith(" ")) return line;
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line.charCodeAt(at) === BACKSLASH) at += 1;
    else if (line[at] === " ") continue;
    end = at + 1;
  }
  return line.slice(0, end);
}

/** Adds the tokens of `text`; false if nothing can match it. */
function readWild(text: string, subject: Pattern["subject"], context: PatternContext, tokens: Token[]): boolean {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === ASTERISK) {
      at = readStars(text, at, subject, tokens);
    } else if (code === BRACKET) {
      const bracket = parseBracket(text, at + 1, context.ignoreCase);
      if (bracket === null) return false;
      tokens.push(shareSet(text.slice(at, bracket.end), bracket.set, context.sets));
      at = bracket.end;
    } else if (code === BACKSLASH) {
      // Not folded: with case ignored, git compares a protected letter with lower case as it stands.
      if (at + 1 === text.length) return false;
      tokens.push(text.charCodeAt(at + 1));
      at += 2;
    } else {
      tokens.push(code === QUESTION ? ANY_BYTE : plainByte(code, context.ignoreCase));
      at += 1;
    }
  }
  return true;
}

function readStars(text: string, start: number, subject: Pattern["subject"], tokens: Token[]): number {
  let end = start + 1;
  while (text.charCodeAt(end) === ASTERISK) end += 1;
  const isAlone = end - start > 1 && (start === 0 || text.charCodeAt(start - 1) === SLASH);
  if (subject === "name" || !isAlone) {
    tokens.push(STAR);
    return end;
  }
  if (text.charCodeAt(end) === SLASH) {
    // Twice in a row is no more than once.
    if (tokens.at(-1) !== ANY_FOLDERS) tokens.push(ANY_FOLDERS);
    return end + 1;
  }
  const isBeforeProtectedSlash = text.charCodeAt(end) === BACKSLASH && text.charCodeAt(end + 1) === SLASH;
  tokens.push(end === text.length || isBeforeProtectedSlash ? ANY_STAR : STAR);
  return end;
}

function shareSet(text: string, set: ByteSet, sets: Map<string, ByteSet>): ByteSet {
  const known = sets.get(text);
  if (known !== undefined) return known;
  sets.set(text, set);
  return set;
}

function plainByte(code: number, ignoreCase: boolean): number {
  return ignoreCase && code >= 65 && code <= 90 ? code + 32 : code;
}
