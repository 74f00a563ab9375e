// On which line of a TOML document a key is written. Only for documents that the parser has accepted: it tells no lines.
// Leaves to load.ts what for. One pass, and every statement is parsed once, alone: the work grows with the text only.

import { parse } from "smol-toml";

/** Where the statement begins that first names each path; undefined where none is found. */
export function locateKeys(text: string, paths: readonly (readonly string[])[]): (number | undefined)[] {
  const lines: (number | undefined)[] = paths.map(() => undefined);
  let header: readonly string[] = [];
  for (const { line, source } of statementsOf(text)) {
    const isHeader = source.startsWith("[");
    const said = parseStatement(source);
    // Not cut as the parser would: rather no line than a wrong one.
    if (said === null) break;
    const above = isHeader ? [] : header;
    for (const [index, path] of paths.entries()) {
      if (lines[index] === undefined && isNamed(said, above, path)) lines[index] = line;
    }
    if (isHeader) header = chainOf(said);
    if (!lines.includes(undefined)) break;
  }
  return lines;
}

interface Statement {
  readonly line: number;
  readonly source: string;
}

/** A statement ends with its line, unless it is inside a bracket or a string there. */
function* statementsOf(text: string): Generator<Statement> {
  let line = 1;
  let depth = 0;
  let start: { readonly at: number; readonly line: number } | null = null;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at);
    const char = text.charAt(at);
    if (start === null && !" \t\r\n#".includes(char)) start = { at, line };
    if ("[{".includes(char)) depth += 1;
    if ("]}".includes(char)) depth -= 1;
    if (char === "\n" && depth === 0 && start !== null) {
      yield { line: start.line, source: text.slice(start.at, end) };
      start = null;
    }
    for (let i = at; i < end; i += 1) if (text.charAt(i) === "\n") line += 1;
  }
  if (start !== null) yield { line: start.line, source: text.slice(start.at) };
}

/** Comments and strings are one token, whatever is in them; everything else goes by the character. */
function endOfToken(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === "#") return toEnd(text, text.indexOf("\n", at));
  return char === '"' || char === "'" ? endOfString(text, at, char) : at + 1;
}

function endOfString(text: string, at: number, quote: string): number {
  const long = quote.repeat(3);
  const fence = text.startsWith(long, at) ? long : quote;
  let end = at + fence.length;
  while (end < text.length && !text.startsWith(fence, end)) end += quote === '"' && text.charAt(end) === "\\" ? 2 : 1;
  end += fence.length;
  // Up to two quotes right before the closing three belong to the text.
  if (fence === long) for (let extra = 0; extra < 2 && text.charAt(end) === quote; extra += 1) end += 1;
  return end;
}

function toEnd(text: string, index: number): number {
  return index === -1 ? text.length : index;
}

function parseStatement(source: string): object | null {
  try {
    return parse(source, { integersAsBigInt: "asNeeded" });
  } catch {
    return null;
  }
}

function isNamed(said: object, header: readonly string[], path: readonly string[]): boolean {
  if (path.length <= header.length || header.some((name, index) => name !== path[index])) return false;
  let value: unknown = said;
  for (const name of path.slice(header.length)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = Reflect.get(value, name);
  }
  return true;
}

/** `[a.b]` alone makes one table inside another, `[[a.b]]` an array of one at the end. */
function chainOf(said: object): string[] {
  const names: string[] = [];
  for (let value: unknown = said; typeof value === "object" && value !== null; ) {
    const [name] = Object.keys(value);
    if (name === undefined || Array.isArray(value)) break;
    names.push(name);
    value = Reflect.get(value, name);
  }
  return names;
}
