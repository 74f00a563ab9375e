// Globs of a call, relative to its path: one without a slash matches the last name at any depth (docs/search.md). Matched name by name on
// the way down.

import { textToRaw } from "../disk/names.ts";
import { wrongArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { GlobSet } from "../match/glob.ts";
import { type Alternative, type Glob, parseGlob, type Segment } from "../match/glob_syntax.ts";
import { literalOf } from "../match/path_nodes.ts";

const GLOBSTAR = "**";
/** Unescaped, and not inside a class. */
const EXTGLOB = /^(?:\\.|\[[^\]]*\]|[^\\[])*?([@?*+!]\()/su;

/** Throws `invalidArgument`, which names `argument`. */
export function readPathGlob(argument: string, text: unknown): Glob {
  const glob = parsePathGlob(String(text));
  if (typeof glob !== "string") return glob;
  throw wrongArgument(argument, `must be a glob, not ${quoteShort(text)}: ${glob}`);
}

/** The glob, or why it is invalid. */
function parsePathGlob(text: string): Glob | string {
  if (text.startsWith("!")) return 'it begins with "!", but negation is not supported; write \\! for the character';
  const parsed = parseGlob(text);
  if (parsed.kind === "fault") return parsed.reason;
  const extglob = EXTGLOB.exec(text)?.[1];
  if (extglob !== undefined)
    return `it contains ${quoteShort(extglob)}; write {a,b} for a choice, \\( for a parenthesis`;
  if (parsed.glob.length === 0 || parsed.glob.some((alternative) => alternative.length === 0))
    return 'it names nothing below path; write "**" for everything';
  if (parsed.glob.some((alternative) => alternative.some((segment) => toName(segment) === "..")))
    return 'it contains ".."; name another path instead';
  // A trailing slash has no meaning.
  return /\/./.test(text) ? parsed.glob : parsed.glob.map(float);
}

function float(alternative: Alternative): Alternative {
  return alternative[0] === GLOBSTAR ? alternative : [GLOBSTAR, ...alternative];
}

export class PathGlobs extends GlobSet {
  readonly #namesAt: readonly (readonly string[] | null)[];

  constructor(globs: readonly Glob[]) {
    super(globs);
    this.#namesAt = findNames(globs.flat());
  }

  /** The only names, raw, that can lead to a match at this depth below the top; null if unknown. */
  namesAt(depth: number): readonly string[] | null {
    return this.#namesAt[depth] ?? null;
  }
}

/** By depth, up to the first `**`. */
function findNames(alternatives: readonly Alternative[]): (readonly string[] | null)[] {
  const found: (readonly string[] | null)[] = [];
  for (let depth = 0; ; depth++) {
    const segments = alternatives.flatMap((alternative) => alternative.slice(depth, depth + 1));
    if (segments.length === 0 || segments.includes(GLOBSTAR)) return found;
    const names = segments.map(toName);
    found.push(names.includes(null) ? null : [...new Set(names)].map((name) => textToRaw(name ?? "")));
  }
}

/** The only name that a segment matches; null if it has wildcards. */
function toName(segment: Segment): string | null {
  return segment === "**" ? null : literalOf(segment);
}
