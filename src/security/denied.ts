// The denied patterns, built-in and the owner's: matches the paths whose content must not be shown.

import { invalidArgument, quoteShort } from "../errors.ts";
import { GlobSet } from "../patterns/glob.ts";
import { type Alternative, type Glob, type ParsedGlob, parseGlob, type Segment } from "../patterns/glob_syntax.ts";

// Names that hold a private key or a password and little else. Not here, because projects keep plain settings in them
// and an agent often has to read those: `.env`, `.npmrc`. Whoever has secrets there adds the pattern.
export const DEFAULT_DENIED_PATTERNS: readonly string[] = Object.freeze([
  "**/.ssh/**",
  "**/.gnupg/**",
  "**/id_rsa*",
  "**/id_dsa*",
  "**/id_ecdsa*",
  "**/id_ed25519*",
  "**/*.pem",
  "**/*.key",
  "**/*.p12",
  "**/*.pfx",
  "**/*.ppk",
  "**/.netrc",
  "**/_netrc",
  "**/.pgpass",
  "**/.pypirc",
  "**/.git-credentials",
  "**/.aws/credentials",
  "**/.docker/config.json",
  "**/.kube/config",
]);

export interface DeniedOptions {
  readonly patterns?: readonly string[];
  /** True unless said otherwise. */
  readonly includeDefaults?: boolean;
}

export class DeniedPatterns {
  readonly #patterns: readonly string[];
  /** A path without this is denied by nothing. Null: every path has to be looked at. */
  readonly #hint: RegExp | null;
  #globs: GlobSet | undefined;

  constructor(options: DeniedOptions) {
    const patterns = options.patterns ?? [];
    const defaults = (options.includeDefaults ?? true) ? DEFAULT_DENIED_PATTERNS : [];
    this.#patterns = [...patterns, ...defaults];
    // What a pattern of the owner's needs to match is not known, and a fault in one is to be told at once.
    if (patterns.length > 0) this.#globs = compile(this.#patterns);
    this.#hint = patterns.length > 0 ? null : toHint(defaults);
  }

  /** The pattern that denies the path or a directory above it, or null. `.` is the root. */
  find(path: string): string | null {
    if (this.#hint !== null && !this.#hint.test(path)) return null;
    this.#globs ??= compile(this.#patterns);
    return this.#patterns[this.#globs.find(composed(path))] ?? null;
  }
}

/** For callers that nobody tells what is denied. */
export const BUILT_IN_DENIED = new DeniedPatterns({});

function compile(patterns: readonly string[]): GlobSet {
  // In any case: on a disk that ignores it, `SERVER.PEM` and `server.pem` are one file.
  return new GlobSet(patterns.map(toDenial), { ignoreCase: true, coversBelow: true });
}

/**
 * The built-in patterns are made of plain letters, stars and slashes, so a path holds the longest piece of one or is not matched
 * by it. Letters beyond ASCII may be another case of these. Most processes never meet such a path, and compile nothing.
 */
function toHint(patterns: readonly string[]): RegExp {
  const pieces = patterns.map((pattern) => pattern.split(/[*/]+/).reduce((a, b) => (b.length > a.length ? b : a)));
  return new RegExp(["[^\\x00-\\x7f]", ...pieces.map((piece) => piece.replaceAll(".", "\\."))].join("|"), "i");
}

function toDenial(pattern: string): Glob {
  const parsed = parseDenied(pattern);
  if (parsed.kind === "glob") return parsed.glob.map(dropFinalGlobstar);
  const fault =
    parsed.kind === "fault" ? `is not a valid glob: ${parsed.reason}` : 'can match nothing: write it without ".."';
  throw invalidArgument(`denied pattern ${quoteShort(pattern)} ${fault}`);
}

/** `vain`: it would protect nothing, and its author believes that it does. */
export function parseDenied(pattern: unknown): ParsedGlob | { readonly kind: "vain" } {
  const parsed = parseGlob(typeof pattern === "string" ? composed(pattern) : pattern);
  const isVain = parsed.kind === "glob" && parsed.glob.some((alternative) => alternative.some(isDotDot));
  return isVain ? { kind: "vain" } : parsed;
}

// Some disks keep accents apart from their letters; both spellings are the same name to whoever wrote the pattern.
function composed(text: string): string {
  return text.normalize("NFC");
}

/** What denies everything below a directory denies listing inside it, so the directory itself. */
function dropFinalGlobstar(alternative: Alternative): Alternative {
  return alternative.at(-1) === "**" ? alternative.slice(0, -1) : alternative;
}

function isDotDot(segment: Segment): boolean {
  return (
    segment !== "**" && segment.length === 2 && segment.every((token) => token.kind === "char" && token.code === 46)
  );
}
