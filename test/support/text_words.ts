// Parses words, counts and clauses of the text form according to docs/text.md. Strict: throws for everything else.

import type { ErrorCode, ErrorKind } from "../../src/errors.ts";

const HIDDEN = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;
export const QUOTED = /^"(?:[^"\\]|\\.)*"/u;
const KINDS: Readonly<Record<ErrorCode, ErrorKind>> = {
  INVALID_ARGUMENT: "BadArgs",
  LIMIT_EXCEEDED: "BadArgs",
  SANDBOX_VIOLATION: "SandboxViolation",
  POLICY_DENIED: "PolicyDenied",
  NOT_FOUND: "ExecutionFailed",
  NOT_DIRECTORY: "ExecutionFailed",
  NOT_FILE: "ExecutionFailed",
  BINARY_NOT_SUPPORTED: "ExecutionFailed",
  SIZE_LIMIT_EXCEEDED: "ExecutionFailed",
  INTERNAL: "ExecutionFailed",
  OUTPUT_BUDGET_TOO_SMALL: "ExecutionFailed",
  UNKNOWN_TOOL: "UnknownTool",
  TIMEOUT: "Timeout",
  CANCELLED: "Cancelled",
  DUPLICATE_TOOL: "DuplicateTool",
  DUPLICATE_TOOL_CALL_ID: "DuplicateToolCallId",
};

export function fail(what: string, text: string): never {
  throw new SyntaxError(`${what}: ${JSON.stringify(text)}`);
}

/** The groups of a match of the whole text. */
export function match(pattern: RegExp, text: string): string[] {
  const found = new RegExp(`^(?:${pattern.source})$`, pattern.flags).exec(text);
  return found === null ? fail(`no match of ${pattern.source}`, text) : found.slice(1).map((group) => group ?? "");
}

export function number(digits: string): number {
  if (!/^(?:0|[1-9]\d*)$/.test(digits)) fail("no number", digits);
  return Number(digits);
}

/** `12 files`, with the right plural. */
export function count(text: string, one: string, many = `${one}s`): number {
  const [digits = "", word] = match(/(\d+) (.*)/, text);
  const value = number(digits);
  return word === (value === 1 ? one : many) ? value : fail(`no number of ${many}`, text);
}

export interface Word {
  readonly name: string;
  readonly mark: string;
  readonly rest: string;
  readonly isQuoted: boolean;
}

/** A name, its mark, and the rest. `bare` matches an unquoted name. */
export function word(text: string, bare = /^[^ ]+/): Word {
  const quoted = QUOTED.exec(text)?.[0];
  if (quoted !== undefined) {
    const [mark = "", rest = ""] = match(/(\/:|[/@|])?((?: .*)?)/su, text.slice(quoted.length));
    return { name: unquote(quoted), mark, rest, isQuoted: true };
  }
  const [token] = bare.exec(text) ?? fail("no name", text);
  const [name = "", mark = ""] = match(/(.*?)(\/:|[/@|])?/su, token);
  if (name === "" || HIDDEN.test(name) || /["\\]|^\p{M}|[/@|…]$|^[?!]$/u.test(name)) fail("not a bare name", text);
  return { name, mark, rest: text.slice(token.length), isQuoted: false };
}

export function unquote(quoted: string): string {
  if (HIDDEN.test(quoted.replaceAll(" ", "")) || /^"\p{M}/u.test(quoted)) fail("not escaped", quoted);
  const value: unknown = JSON.parse(quoted);
  return typeof value === "string" ? value : fail("no string", quoted);
}

/** At the start of an answer. */
export function first(text: string): Word {
  const found = word(text);
  return !found.isQuoted && /^error$/i.test(found.name) ? fail("reads as an error", text) : found;
}

export function parseError(text: string): { error: { kind: ErrorKind; code: ErrorCode; message: string } } {
  const [code = "", message = ""] = match(/error ([A-Z_]+): (.+)/u, text);
  const kind = KINDS[code as ErrorCode] ?? fail("no code", text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the check.
  if (/[\0-\x1f\x7f-\x9f\u2028\u2029\p{Cs}]/u.test(message)) fail("not one line", text);
  return { error: { kind, code: code as ErrorCode, message } };
}

export interface LeftOutClause {
  /** Names with marks. */
  readonly always: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const REASONS = ["hidden", "ignored", "excluded", "denied", "binary", "too large", "unreadable", "linked", "special"];

/** Consumes the clauses one by one. */
export class Clauses {
  readonly #clauses: string[];

  constructor(text: string) {
    this.#clauses = text.split("; ");
  }

  take(): string {
    return this.#clauses.shift() ?? fail("no clause is left", "");
  }

  /** The groups of the next one, if it matches. */
  takeIf(pattern: RegExp): string[] | null {
    const [next] = this.#clauses;
    if (next === undefined || !new RegExp(`^(?:${pattern.source})$`, "su").test(next)) return null;
    return match(pattern, this.take());
  }

  leftOut(): LeftOutClause {
    const [text] = this.takeIf(/left out: (.+)/) ?? [];
    if (text === undefined) return { always: [], counts: {} };
    const items = text.split(", ");
    const always = items[0]?.endsWith(" (always)")
      ? (items.shift() ?? "").slice(0, -" (always)".length).split(" ")
      : [];
    const pairs = items.map((item) => match(/([1-9]\d*) (.+)/, item));
    const order = pairs.map(([, reason = ""]) => REASONS.indexOf(reason));
    if (order.includes(-1) || order.some((place, index) => index > 0 && place <= (order[index - 1] ?? 0)))
      fail("no reasons in order", text);
    return {
      always,
      counts: Object.fromEntries(pairs.map(([digits = "", reason = ""]) => [reason.replace(" ", "_"), number(digits)])),
    };
  }

  end(): void {
    if (this.#clauses.length > 0) fail("one clause too many", this.#clauses.join("; "));
  }
}
