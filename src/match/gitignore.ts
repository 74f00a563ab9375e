// Parses one line of an ignore file as git does: its scope, and its text as parts of a pattern.

import { addBothCases, type ByteSet, foldAscii, SLASH } from "../regex/bytes.ts";
import { ANY_FOLDERS, ANY_STAR, addRun, NAME_BYTE, type Part, STAR } from "../regex/parts.ts";
import { parseBracket } from "./bracket.ts";

export interface IgnorePattern {
  readonly isDirectoryOnly: boolean;
  /** `name`: matches the last name of a path. `path`: matches the whole path, relative to the folder of the ignore file. */
  readonly subject: "name" | "path";
  /** The only name or path that it matches, or null if there may be several. */
  readonly literal: string | null;
  /** These match the path, even if the subject is a name. */
  readonly parts: readonly Part[];
}

const [BACKSLASH, ASTERISK, QUESTION, BRACKET] = [92, 42, 63, 91];
const SPECIAL = /[*?[\\]/;

export interface IgnoreContext {
  readonly ignoreCase: boolean;
  /**
   * If case is ignored, git compares letters in sets and after a backslash unchanged with the lower-case text, so that `[S]` matches
   * nothing. True: in lines that hide, these match a letter in either case.
   */
  readonly widens?: boolean;
  /** Sets by their text, cached because a file may repeat the same one. */
  readonly sets: Map<string, ByteSet>;
}

/**
 * Null for a line that matches nothing, such as a comment or an invalid one. A line of spaces, or of a slash, is an empty pattern: it
 * matches an empty name, such as the one after the slash in `name/`.
 */
export function parseIgnoreLine(line: string, context: IgnoreContext): IgnorePattern | null {
  if (line.startsWith("#")) return null;
  const trimmed = trimSpaces(line);
  const isDirectoryOnly = trimmed.endsWith("/");
  const text = trimmed.slice(trimmed.startsWith("!") ? 1 : 0, isDirectoryOnly ? -1 : undefined);
  const subject = text.includes("/") ? "path" : "name";
  const body = subject === "path" && text.startsWith("/") ? text.slice(1) : text;
  // Git compares the text before the first wildcard separately and matches the rest from there. So `**` right after that text counts as the
  // start of a pattern, and crosses folders although no slash precedes it.
  const special = body.search(SPECIAL);
  const plain = special === -1 ? body : body.slice(0, special);
  const start = context.ignoreCase ? foldAscii(plain) : plain;
  if (special === -1) return { isDirectoryOnly, subject, literal: start, parts: [] };
  const rest: Part[] = [];
  const widens = context.widens === true && !trimmed.startsWith("!");
  if (!readWild(body.slice(special), subject, { ...context, widens }, rest)) return null;
  const parts = [...(subject === "name" ? [ANY_FOLDERS] : []), ...Buffer.from(start, "latin1"), ...rest];
  return { isDirectoryOnly, subject, literal: toLiteral(start, rest), parts };
}

function toLiteral(start: string, rest: readonly Part[]): string | null {
  let text = start;
  for (const part of rest) {
    if (typeof part !== "number") return null;
    text += String.fromCharCode(part);
  }
  return text;
}

/** Removes trailing spaces, up to one that is escaped by a backslash. */
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

/** Adds the parts of `text`; false if nothing can match it. */
function readWild(text: string, subject: IgnorePattern["subject"], context: IgnoreContext, parts: Part[]): boolean {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === ASTERISK) {
      at = readStars(text, at, subject, parts);
    } else if (code === BRACKET) {
      const bracket = parseBracket(text, at + 1, context.ignoreCase && !context.widens);
      if (bracket === null) return false;
      const source = (context.widens ? "wide " : "") + text.slice(at, bracket.end);
      const set = context.sets.get(source) ?? (context.widens ? addBothCases(bracket.set) : bracket.set);
      context.sets.set(source, set);
      parts.push(set);
      at = bracket.end;
    } else if (code === BACKSLASH) {
      if (at + 1 === text.length) return false;
      parts.push(plainByte(text.charCodeAt(at + 1), context.widens === true));
      at += 2;
    } else {
      parts.push(code === QUESTION ? NAME_BYTE : plainByte(code, context.ignoreCase));
      at += 1;
    }
  }
  return true;
}

function readStars(text: string, start: number, subject: IgnorePattern["subject"], parts: Part[]): number {
  let end = start + 1;
  while (text.charCodeAt(end) === ASTERISK) end += 1;
  const isAlone = end - start > 1 && (start === 0 || text.charCodeAt(start - 1) === SLASH);
  if (subject === "name" || !isAlone) {
    addRun(parts, STAR);
    return end;
  }
  if (text.charCodeAt(end) === SLASH) {
    addRun(parts, ANY_FOLDERS);
    return end + 1;
  }
  const isBeforeProtectedSlash = text.charCodeAt(end) === BACKSLASH && text.charCodeAt(end + 1) === SLASH;
  addRun(parts, end === text.length || isBeforeProtectedSlash ? ANY_STAR : STAR);
  return end;
}

function plainByte(code: number, ignoreCase: boolean): number {
  return ignoreCase && code >= 65 && code <= 90 ? code + 32 : code;
}
