// Matches paths against the built-in lists of denied files, with their exceptions and the owner's allowed patterns. A quick check settles
// most paths.

import { GlobSet } from "../patterns/glob.ts";
import type { Glob } from "../patterns/glob_syntax.ts";
import { composeNames } from "../patterns/letter_case.ts";
import { readPattern } from "./denied_globs.ts";
import { type BuiltInDenial, DEFAULT_DENIED_PATTERNS, DENIED_SECRETS } from "./denied_lists.ts";

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

export class BuiltInLists {
  readonly #denySecrets: boolean;
  readonly #lifted: GlobSet | null;
  readonly #liftsAll: boolean;
  /** A path that does not match this is not denied. Most processes see no others, and compile nothing. */
  readonly #hint: RegExp;
  #groups: readonly Group[] | undefined;

  constructor(denySecrets: boolean, lifted: readonly Glob[]) {
    this.#denySecrets = denySecrets;
    this.#lifted = lifted.length === 0 ? null : new GlobSet(lifted, { ignoreCase: true });
    this.#liftsAll = this.#lifted !== null && this.#lifted.find(".") !== -1;
    this.#hint = denySecrets ? SECRETS_HINT : DEFAULT_HINT;
  }

  /** The denial of the topmost directory, then the first pattern. Null for an allowed path and everything below it. */
  find(path: string): Found | null {
    if (this.#liftsAll || !this.#hint.test(path)) return null;
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

const DEFAULT_HINT = toHint(DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern })));
const SECRETS_HINT = toHint([...DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern })), ...DENIED_SECRETS]);

/** A path matches a pattern only if it contains the pattern's longest literal part. Non-ASCII letters may be another case of these. */
function toHint(denials: readonly BuiltInDenial[]): RegExp {
  const pieces = denials.map(({ pattern }) =>
    pattern.split(/\{.*?\}|\/?\*+\/?/).reduce((a, b) => (b.length > a.length ? b : a)),
  );
  return new RegExp(["[^\\x00-\\x7f]", ...pieces.map((piece) => piece.replaceAll(".", "\\."))].join("|"), "i");
}
