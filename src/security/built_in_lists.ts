// Matches paths against the built-in lists of denied files, with their exceptions and the owner's allowed patterns. A quick check settles
// most paths.

import { GlobSet } from "../patterns/glob.ts";
import type { Glob } from "../patterns/glob_syntax.ts";
import { composeNames } from "../patterns/letter_case.ts";
import { readPattern } from "./denied_globs.ts";
import { DEFAULT_DENIED_PATTERNS, DENIED_SECRETS } from "./denied_lists.ts";

/** The list, and the pattern in it. */
interface Found {
  readonly source: "built_in" | "secrets";
  readonly pattern: string;
}

/** Denials with the same exceptions. The exceptions come before the patterns in the set, so they win. */
interface Group {
  readonly source: Found["source"];
  readonly globs: GlobSet;
  /** Undefined for each exception, then the patterns. */
  readonly patterns: readonly (string | undefined)[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const NOT_ASCII = /[^\x00-\x7f]/;

export class BuiltInLists {
  readonly #denySecrets: boolean;
  readonly #lifted: GlobSet | null;
  readonly #liftsAll: boolean;
  #groups: readonly Group[] | undefined;

  constructor(denySecrets: boolean, lifted: readonly Glob[]) {
    this.#denySecrets = denySecrets;
    this.#lifted = lifted.length === 0 ? null : new GlobSet(lifted, { ignoreCase: true });
    this.#liftsAll = this.#lifted !== null && this.#lifted.find(".") !== -1;
  }

  /** The denial of the topmost directory, then the first pattern. Null for an allowed path and everything below it. */
  find(path: string): Found | null {
    if (this.#liftsAll || !mayBeDenied(path, this.#denySecrets)) return null;
    this.#groups ??= compileGroups(this.#denySecrets);
    const text = composeNames(path);
    let end = this.#lifted === null ? -1 : [...this.#lifted.along(text)].findIndex((index) => index !== -1);
    let found: Found | null = null;
    for (const { source, globs, patterns } of this.#groups) {
      let depth = 0;
      for (const index of globs.along(text)) {
        if (depth === end) break;
        const pattern = patterns[index];
        if (pattern !== undefined) {
          found = { source, pattern };
          end = depth;
        } else depth += 1;
      }
    }
    return found;
  }
}

function compileGroups(denySecrets: boolean): Group[] {
  const keys = toGroup("built_in", DEFAULT_DENIED_PATTERNS);
  if (!denySecrets) return [keys];
  const plain = DENIED_SECRETS.filter(({ except }) => except === undefined).map(({ pattern }) => pattern);
  const excepting = DENIED_SECRETS.filter(({ except }) => except !== undefined);
  return [
    keys,
    toGroup("secrets", plain),
    ...excepting.map(({ pattern, except }) => toGroup("secrets", [pattern], except)),
  ];
}

function toGroup(source: Group["source"], patterns: readonly string[], except: readonly string[] = []): Group {
  const globs = [...except, ...patterns].map((pattern) => readPattern("denied", pattern));
  // Ignores case: on some disks, `SERVER.PEM` and `server.pem` are the same file.
  return {
    source,
    globs: new GlobSet(globs, { ignoreCase: true }),
    patterns: [...except.map(() => undefined), ...patterns],
  };
}

/** A quick check. Most processes see no path that passes it, and compile no pattern. Non-ASCII letters may be another case of ASCII ones. */
function mayBeDenied(path: string, denySecrets: boolean): boolean {
  return NOT_ASCII.test(path) || findHint(denySecrets).test(path.toLowerCase());
}

/** Made on first use, with and without the list of secrets. */
const hints = new Map<boolean, RegExp>();

function findHint(denySecrets: boolean): RegExp {
  const known = hints.get(denySecrets);
  if (known !== undefined) return known;
  const secrets = denySecrets ? DENIED_SECRETS.map(({ pattern }) => pattern) : [];
  const hint = toHint([...DEFAULT_DENIED_PATTERNS, ...secrets]);
  hints.set(denySecrets, hint);
  return hint;
}

/**
 * A path matches a pattern only if it contains the pattern's longest literal part. Lower case on both sides: an expression that ignores case
 * takes twice as long to compile.
 */
function toHint(patterns: readonly string[]): RegExp {
  const pieces = patterns.map((pattern) =>
    pattern.split(/\{.*?\}|\/?\*+\/?/).reduce((a, b) => (b.length > a.length ? b : a)),
  );
  return new RegExp(pieces.map((piece) => piece.toLowerCase().replaceAll(".", "\\.")).join("|"));
}
