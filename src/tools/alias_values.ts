// Readers for the tables of foreign arguments: each takes one kind of value to one of our arguments, or refuses it by the name that was sent.

import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { Alias, Meaning } from "../input/aliases.ts";

interface CountRange {
  readonly least?: number;
  /** Larger values are lowered to it. */
  readonly most?: number;
  /** What 0 means. Default: 0 is refused, unless it is the least. */
  readonly zero?: number;
}

export function asText(own: string): Alias {
  return { read: ({ name, value }) => ({ [own]: requireText(name, value) }) };
}

/** Not empty: the tool would complain about the argument by its own name. */
export function asPath(own: string): Alias {
  const read: Alias["read"] = ({ name, value }) => {
    const path = requireText(name, value);
    if (path.trim() === "") throw invalidArgument(`${name} must not be empty`);
    return { [own]: path };
  };
  return { read };
}

export function asList(own: string): Alias {
  return { read: ({ name, value }) => ({ [own]: readTexts(name, value) }) };
}

export function asFlag(own: string, meaning: "same" | "opposite" = "same"): Alias {
  return { read: ({ name, value }) => ({ [own]: requireFlag(name, value) === (meaning === "same") }) };
}

export function asCount(own: string, range: CountRange = {}): Alias {
  return { read: ({ name, value }) => ({ [own]: readCount(name, value, range) }) };
}

/** `meanings` by value. */
export function asChoice(meanings: Readonly<Record<string, Meaning>>): Alias {
  const read: Alias["read"] = ({ name, value }) => {
    const meaning = Object.hasOwn(meanings, String(value)) ? meanings[String(value)] : undefined;
    if (typeof value === "string" && meaning !== undefined) return meaning;
    const choices = Object.keys(meanings).map(quoteShort).join(", ");
    throw invalidArgument(`${name} must be one of ${choices}, not ${quoteShort(value)}`);
  };
  return { read };
}

/** For an option that the tool does not have: only the value that changes nothing is accepted. */
export function onlyAs(accepted: unknown, reason: string): Alias {
  const { read: refuse } = refused(reason);
  return { read: (given) => (JSON.stringify(given.value) === JSON.stringify(accepted) ? {} : refuse(given)) };
}

export function refused(reason: string): Alias {
  const read: Alias["read"] = ({ name }) => {
    throw invalidArgument(`${name} cannot be used here: ${reason}`);
  };
  return { read };
}

export function readCount(name: string, value: unknown, { least = 1, most, zero }: CountRange): number {
  if (zero !== undefined && value === 0) return zero;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least)
    return Math.min(value, most ?? Number.MAX_SAFE_INTEGER);
  throw invalidArgument(`${name} must be a whole number of at least ${least}, not ${quoteShort(value)}`);
}

export function requireFlag(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalidArgument(`${name} must be a boolean, not ${quoteShort(value)}`);
}

export function requireText(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw invalidArgument(`${name} must be a string, not ${quoteShort(value)}`);
}

/** One text counts as a list of one, unless it is a list as JSON, as models sometimes write it. */
function readTexts(name: string, value: unknown): readonly string[] {
  const listed = typeof value === "string" ? (parseTexts(value) ?? [value]) : value;
  if (isTexts(listed)) return listed;
  throw invalidArgument(`${name} must be a string or an array of strings, not ${quoteShort(value)}`);
}

function parseTexts(text: string): readonly string[] | null {
  if (!/^\s*\[\s*"/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isTexts(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
