// Parses one line of an ignore file as git does: its scope, and its text as nodes of a pattern. Git matches bytes, so a text is "raw": each of
// its characters is one byte.

import { SLASH } from "../regex/char_sets.ts";
import type { PatternNode } from "../regex/tree.ts";
import { parseBracket } from "./bracket.ts";
import { ANY_FOLDERS, ANY_STAR, addRun, charNode, literalOf, NAME_CHAR, STAR, toNode } from "./path_nodes.ts";

export interface IgnorePattern {
  readonly isDirectoryOnly: boolean;
  /** `name`: matches the last name of a path. `path`: matches the whole path, relative to the folder of the ignore file. */
  readonly subject: "name" | "path";
  /** The only name or path that it matches, or null if there may be several. */
  readonly literal: string | null;
  /** In sequence, these match the path, even if the subject is a name. */
  readonly nodes: readonly PatternNode[];
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
  readonly sets: Map<string, PatternNode>;
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
  if (special === -1) return { isDirectoryOnly, subject, literal: start, nodes: [] };
  const rest: PatternNode[] = [];
  const widens = context.widens === true && !trimmed.startsWith("!");
  if (!readWild(body.slice(special), subject, { ...context, widens }, rest)) return null;
  const nodes: PatternNode[] = subject === "name" ? [ANY_FOLDERS] : [];
  for (let at = 0; at < start.length; at++) nodes.push(charNode(start.charCodeAt(at)));
  const end = literalOf(rest);
  return { isDirectoryOnly, subject, literal: end === null ? null : start + end, nodes: [...nodes, ...rest] };
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

/** Adds the nodes of `text`; false if nothing can match it. */
function readWild(
  text: string,
  subject: IgnorePattern["subject"],
  context: IgnoreContext,
  nodes: PatternNode[],
): boolean {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === ASTERISK) {
      at = readStars(text, at, subject, nodes);
    } else if (code === BRACKET) {
      const { widens = false } = context;
      const bracket = parseBracket(text, at + 1, widens ? "widened" : context.ignoreCase ? "folded" : "exact");
      if (bracket === null) return false;
      const source = (widens ? "wide " : "") + text.slice(at, bracket.end);
      const node = context.sets.get(source) ?? toNode(bracket.set);
      context.sets.set(source, node);
      nodes.push(node);
      at = bracket.end;
    } else if (code === BACKSLASH) {
      if (at + 1 === text.length) return false;
      nodes.push(plainByte(text.charCodeAt(at + 1), context.widens === true));
      at += 2;
    } else {
      nodes.push(code === QUESTION ? NAME_CHAR : plainByte(code, context.ignoreCase));
      at += 1;
    }
  }
  return true;
}

function readStars(text: string, start: number, subject: IgnorePattern["subject"], nodes: PatternNode[]): number {
  let end = start + 1;
  while (text.charCodeAt(end) === ASTERISK) end += 1;
  const isAlone = end - start > 1 && (start === 0 || text.charCodeAt(start - 1) === SLASH);
  if (subject === "name" || !isAlone) {
    addRun(nodes, STAR);
    return end;
  }
  if (text.charCodeAt(end) === SLASH) {
    addRun(nodes, ANY_FOLDERS);
    return end + 1;
  }
  const isBeforeProtectedSlash = text.charCodeAt(end) === BACKSLASH && text.charCodeAt(end + 1) === SLASH;
  addRun(nodes, end === text.length || isBeforeProtectedSlash ? ANY_STAR : STAR);
  return end;
}

function plainByte(code: number, ignoreCase: boolean): PatternNode {
  return charNode(ignoreCase && code >= 65 && code <= 90 ? code + 32 : code);
}

const UPPER = /[A-Z]/;
const UPPERS = /[A-Z]+/g;

/** ASCII only, like git. `toLowerCase` alone would also change bytes of other alphabets. */
export function foldAscii(raw: string): string {
  return UPPER.test(raw) ? raw.replace(UPPERS, (letters) => letters.toLowerCase()) : raw;
}
