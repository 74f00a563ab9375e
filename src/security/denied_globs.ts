// Reads the globs of denied and allowed patterns.

import { invalidArgument, quoteShort } from "../errors.ts";
import { type Alternative, type Glob, type ParsedGlob, parseGlob, type Segment } from "../patterns/glob_syntax.ts";

/** Throws `invalidArgument` for a pattern that is not a glob, or can match nothing. */
export function readPattern(kind: "denied" | "allowed", pattern: string): Glob {
  const parsed = parseDenied(pattern);
  if (parsed.kind === "glob") return parsed.glob.map(dropFinalGlobstar);
  throw invalidArgument(`${kind} pattern ${quoteShort(pattern)} ${findPatternFault(parsed)}`);
}

/** To stand behind the pattern; null if it can be used. */
export function findPatternFault(parsed: ReturnType<typeof parseDenied>): string | null {
  if (parsed.kind === "glob") return null;
  return parsed.kind === "fault" ? `is not a valid glob: ${parsed.reason}` : 'can match nothing: write it without ".."';
}

/** `vain`: it would protect nothing, and its author believes that it does. */
export function parseDenied(pattern: unknown): ParsedGlob | { readonly kind: "vain" } {
  const parsed = parseGlob(typeof pattern === "string" ? pattern.normalize("NFC") : pattern);
  const isVain = parsed.kind === "glob" && parsed.glob.some((alternative) => alternative.some(isDotDot));
  return isVain ? { kind: "vain" } : parsed;
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
