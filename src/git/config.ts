// Parses a git configuration file into its keys and values, in order. See git-config(1), "Syntax".

import type { Steps } from "../disk/steps.ts";

export interface ConfigEntry {
  /** Section, optional subsection, and name, joined by dots. Lower case except for the subsection. */
  readonly key: string;
  /** Null for a name without `=`, which means true. */
  readonly value: string | null;
}

// `[core]`, `[branch "main"]`, and the old `[branch.main]`.
const HEADER = /\[([-.0-9a-z]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/iy;
const NAME = /([a-z][-0-9a-z]*)[ \t]*/iy;
const BLANK = /(?:[ \t\r\n]|[#;][^\n]*)*/y;
const BLANKS = " \t\r";
// Characters without a special meaning, read in one step.
const ORDINARY = /[^\s"\\#;]+/y;
// Some tenths of a millisecond.
const CHARS_PER_STEP = 1024;
/** A header, or a name with its value, is read in one step. A guess: sixteen times the longest path. */
export const MAX_LINE_CHARS = 65_536;
// Each key repeats its subsection, so a file of one megabyte could produce gigabytes of keys. A guess.
const MAX_KEY_CHARS = 4 * 1024 * 1024;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

export interface ParsedConfig {
  /** Up to the first invalid line. */
  readonly entries: ConfigEntry[];
  /** Whether there is an invalid line, or more than is read. Git rejects a file with an invalid line. */
  readonly isBroken: boolean;
}

/** `isWanted` says which keys are kept. */
export function* parseGitConfig(text: string, isWanted = (_key: string) => true): Steps<ParsedConfig> {
  const source = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const entries: ConfigEntry[] = [];
  let prefix = "";
  let at = skip(BLANK, source, 0);
  let [stepEnd, lineEnd, keyChars] = [CHARS_PER_STEP, 0, 0];
  while (at < source.length) {
    if (at > stepEnd) {
      stepEnd = at + CHARS_PER_STEP;
      yield;
    }
    if (lineEnd <= at) lineEnd = endOfLine(source, at);
    if (lineEnd - at > MAX_LINE_CHARS) return { entries, isBroken: true };
    const header = match(HEADER, source, at);
    if (header !== null) {
      prefix = toPrefix(header[1] ?? "", header[2]);
      at = skip(BLANK, source, at + header[0].length);
      continue;
    }
    const name = match(NAME, source, at);
    const entry = name && readEntry(source, at + name[0].length);
    if (name === null || entry === null) return { entries, isBroken: true };
    const key = prefix + (name[1] ?? "").toLowerCase();
    keyChars += key.length;
    if (keyChars > MAX_KEY_CHARS) return { entries, isBroken: true };
    if (isWanted(key)) entries.push({ key, value: entry.value });
    at = skip(BLANK, source, entry.end);
  }
  return { entries, isBroken: false };
}

function toPrefix(section: string, subsection: string | undefined): string {
  const name = section.toLowerCase();
  return subsection === undefined ? `${name}.` : `${name}.${subsection.replace(/\\(.)/g, "$1")}.`;
}

/** Starts after the name. Returns the value and its end, or null if the value is invalid or too long. */
function readEntry(source: string, at: number): { value: string | null; end: number } | null {
  const next = source[at];
  if (next === undefined || next === "\n") return { value: null, end: at };
  return next === "=" ? readValue(source, at + 1) : null;
}

function readValue(source: string, start: number): { value: string; end: number } | null {
  let value = "";
  let blanks = "";
  let isQuoted = false;
  let at = start;
  for (; at < source.length && source[at] !== "\n"; at++) {
    const char = source[at] ?? "";
    if (!isQuoted && (char === "#" || char === ";")) break;
    if (at - start > MAX_LINE_CHARS) return null;
    if (!isQuoted && BLANKS.includes(char)) {
      if (value !== "") blanks += " ";
      continue;
    }
    value += blanks;
    blanks = "";
    const ordinary = match(ORDINARY, source, at)?.[0];
    if (ordinary !== undefined) {
      value += ordinary;
      at += ordinary.length - 1;
      continue;
    }
    if (char === '"') isQuoted = !isQuoted;
    else if (char !== "\\") value += char;
    else {
      at += 1;
      const escaped = source[at] ?? "";
      if (escaped === "\n") continue;
      const meant = ESCAPES[escaped];
      if (meant === undefined) return null;
      value += meant;
    }
  }
  return isQuoted ? null : { value, end: at };
}

function endOfLine(source: string, at: number): number {
  const newline = source.indexOf("\n", at);
  return newline === -1 ? source.length : newline;
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function skip(pattern: RegExp, source: string, at: number): number {
  return at + (match(pattern, source, at)?.[0].length ?? 0);
}
