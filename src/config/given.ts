// Looks at values that anybody may have made: each property is read once, and nothing that it does gets out.
// Leaves to validate.ts what a value should have been.

import { types } from "node:util";
import { quoteShort } from "../errors.ts";

const UNREADABLE = Symbol("unreadable");
const UNREADABLE_WORDS = "something that cannot be read";

/** The own enumerable entries of a plain object; null for anything else. What throws on reading can be described only. */
export function readTable(value: unknown): readonly (readonly [string, unknown])[] | null {
  return attempt(() => {
    if (!isPlain(value)) return null;
    return Object.keys(value).map((name) => [name, readProperty(value, name)] as const);
  }, null);
}

/** At most `maxItems` items of an array, and how many there are; null for anything else. */
export function readList(value: unknown, maxItems: number): { items: unknown[]; length: number } | null {
  return attempt(() => {
    if (!Array.isArray(value)) return null;
    const { length } = value;
    const items = Array.from({ length: Math.min(length, maxItems) }, (_, index) => readProperty(value, String(index)));
    return { items, length };
  }, null);
}

/** On one line and short, to stand after "not". */
export function describeGiven(value: unknown): string {
  if (value === UNREADABLE) return UNREADABLE_WORDS;
  if (typeof value === "bigint") return "an integer beyond 2^53";
  if (typeof value !== "object" || value === null) return quoteShort(value);
  if (types.isDate(value)) return "a date";
  return attempt(() => describeObject(value), UNREADABLE_WORDS);
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return "an array";
  // Asked for its keys once more: if that is what failed before, it fails here.
  return isPlain(value) && Object.keys(value) ? "a table" : "an object that is not plain";
}

function readProperty(value: object, name: string): unknown {
  return attempt((): unknown => Reflect.get(value, name), UNREADABLE);
}

/** Not `instanceof`: an object of another realm is as plain, and one that inherits its settings is not. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
