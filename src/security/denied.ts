// Which paths hide their content: the denied patterns, the built-in ones and the owner's.
// Leaves to the sandbox which path is asked about (normal, links resolved) and what to answer.

import { invalidArgument, quoteShort } from "../errors.ts";
import { GlobAutomaton, type OwnedAlternative } from "./glob_automaton.ts";
import { type Alternative, parseGlob, type Segment } from "./glob_parse.ts";

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
  readonly #automaton: GlobAutomaton;

  constructor(options: DeniedOptions) {
    const defaults = (options.includeDefaults ?? true) ? DEFAULT_DENIED_PATTERNS : [];
    this.#patterns = [...(options.patterns ?? []), ...defaults];
    const alternatives = this.#patterns.flatMap((pattern, owner) => toDenials(pattern, owner));
    // In any case: on a disk that ignores it, `SERVER.PEM` and `server.pem` are one file.
    this.#automaton = new GlobAutomaton(alternatives, { ignoreCase: true, scope: "ancestors" });
  }

  /** The pattern that denies the path or a directory above it, or null. `.` is the root. */
  find(path: string): string | null {
    return this.#patterns[this.#automaton.find(composed(path))] ?? null;
  }
}

function toDenials(pattern: string, owner: number): OwnedAlternative[] {
  const parsed = parseGlob(typeof pattern === "string" ? composed(pattern) : pattern);
  if (parsed.kind === "fault")
    throw invalidArgument(`denied pattern ${quoteShort(pattern)} is not a valid glob: ${parsed.reason}`);
  return parsed.alternatives.map((alternative) => {
    // It would protect nothing, and its author believes that it does.
    if (alternative.some(isDotDot)) {
      throw invalidArgument(`denied pattern ${quoteShort(pattern)} can match nothing: write it without ".."`);
    }
    return { alternative: dropFinalGlobstar(alternative), owner };
  });
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
