// Matches paths against the built-in lists of denied files, with their exceptions and what the owner allows. Most paths are decided by a hint.

import { GlobSet } from "../patterns/glob.ts";
import type { Glob } from "../patterns/glob_syntax.ts";
import { composeNames } from "../patterns/letter_case.ts";
import { readPattern } from "./denied_globs.ts";
import { type BuiltInDenial, DEFAULT_DENIED_PATTERNS, DENIED_SECRETS } from "./denied_lists.ts";

/** Which list, and which of its patterns. */
interface Found {
  readonly source: "built_in" | "secrets";
  readonly pattern: string;
}

/** Denials with the same exceptions. The exceptions stand before the patterns in the set, so they are found first. */
interface Group {
  readonly source: Found["source"];
  readonly globs: GlobSet;
  /** As many undefined ones as there are exceptions, then the patterns. */
  readonly patterns: readonly (string | undefined)[];
}

export class BuiltInLists {
  readonly #denySecrets: boolean;
  readonly #lifted: GlobSet | null;
  readonly #liftsAll: boolean;
  /** A path without this is denied by nothing. Most processes never meet another, and compile nothing. */
  readonly #hint: RegExp;
  #groups: readonly Group[] | undefined;

  constructor(denySecrets: boolean, lifted: readonly Glob[]) {
    this.#denySecrets = denySecrets;
    this.#lifted = lifted.length === 0 ? null : new GlobSet(lifted, { ignoreCase: true });
    this.#liftsAll = this.#lifted !== null && this.#lifted.find(".") !== -1;
    this.#hint = denySecrets ? SECRETS_HINT : DEFAULT_HINT;
  }

  /** That of the highest directory, then the first; of what is allowed there is none, nor of anything below it. */
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
  // In any case: on a disk that ignores it, `SERVER.PEM` and `server.pem` are one file.
  return {
    source,
    globs: new GlobSet(globs, { ignoreCase: true }),
    patterns: [...except.map(() => undefined), ...patterns],
  };
}

const DEFAULT_HINT = toHint(DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern })));
const SECRETS_HINT = toHint([...DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern })), ...DENIED_SECRETS]);

/** A path holds the longest plain piece of a pattern, or is not matched by it. Letters beyond ASCII may be another case of these. */
function toHint(denials: readonly BuiltInDenial[]): RegExp {
  const pieces = denials.map(({ pattern }) =>
    pattern.split(/\{.*?\}|\/?\*+\/?/).reduce((a, b) => (b.length > a.length ? b : a)),
  );
  return new RegExp(["[^\\x00-\\x7f]", ...pieces.map((piece) => piece.replaceAll(".", "\\."))].join("|"), "i");
}
