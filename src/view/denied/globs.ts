// Parses the globs of denied and allowed patterns. Case is ignored: on some disks, `SERVER.PEM` and `server.pem` are the same file. A glob
// without a slash matches names at any depth, as in `.gitignore`.

import { invalidArgument } from "../../errors/arguments.ts";
import { quoteShort } from "../../errors/quote.ts";
import { type Alternative, type Glob, type ParsedGlob, parseGlob, type Segment } from "../../match/glob_syntax.ts";
import { literalOf } from "../../match/path_nodes.ts";

/** Throws `invalidArgument` if the pattern is not a glob, or can never match. */
export function readPattern(kind: "denied" | "allowed", pattern: string): Glob {
  const parsed = parseDenied(pattern);
  // A trailing slash has no meaning.
  const float = /\/[^/]/.test(pattern) ? (alternative: Alternative) => alternative : startAnywhere;
  if (parsed.kind === "glob") return parsed.glob.map((alternative) => dropFinalGlobstar(float(alternative)));
  throw invalidArgument(`${kind} pattern ${quoteShort(pattern)} ${findPatternFault(parsed)}`);
}

/** Follows the pattern in the message; null if it can be used. */
export function findPatternFault(parsed: ReturnType<typeof parseDenied>): string | null {
  if (parsed.kind === "glob") return null;
  return parsed.kind === "fault" ? `is not a valid glob: ${parsed.reason}` : `can never match: ${parsed.advice}`;
}

/** `vain`: it would protect nothing, although its author expects it to. */
export function parseDenied(pattern: unknown): ParsedGlob | { readonly kind: "vain"; readonly advice: string } {
  if (typeof pattern !== "string") return parseGlob(pattern);
  const parsed = parseGlob(pattern.normalize("NFC"), { ignoreCase: true });
  if (parsed.kind !== "glob") return parsed;
  const advice = HALF_CHARACTER.test(pattern)
    ? "it contains a lone surrogate, which no name can"
    : findAdvice(pattern, parsed.glob);
  return advice === null ? parsed : { kind: "vain", advice };
}

const HALF_CHARACTER = /\p{Surrogate}/u;
const DRIVE = /^[a-z]:[\\/]/i;

function findAdvice(pattern: string, glob: Glob): string | null {
  const starts = glob.filter(({ length }) => length > 1).map(([first = []]) => toName(first));
  if (glob.some((alternative) => alternative.some((segment) => toName(segment) === "..")))
    return 'write it without ".."';
  if (starts.includes("~")) return 'patterns are relative to the workspace, so write it without "~/"';
  if (DRIVE.test(pattern))
    return 'patterns are relative to the workspace and have "/" between names, so write it like "folder/*.txt"';
  return null;
}

function startAnywhere(alternative: Alternative): Alternative {
  return alternative.length === 0 || alternative[0] === "**" ? alternative : ["**", ...alternative];
}

/** A pattern that denies everything below a directory also denies the directory itself, because it could not be listed. */
function dropFinalGlobstar(alternative: Alternative): Alternative {
  return alternative.at(-1) === "**" ? alternative.slice(0, -1) : alternative;
}

/** The only name that a segment matches; null if it has wildcards. */
function toName(segment: Segment): string | null {
  return segment === "**" ? null : literalOf(segment);
}
