// Checks the options of the owner's program: plain objects, known keys, values of the right type. A misspelled or inherited setting is
// refused, because it could be one that forbids something.

import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolError } from "../errors.ts";
import { findNearest } from "./near_name.ts";

export interface OwnerRule {
  /** Follows "must be" in the message. */
  readonly allows: string;
  accepts(value: unknown): boolean;
}

export const A_BOOLEAN: OwnerRule = { allows: "a boolean", accepts: (value) => typeof value === "boolean" };
export const A_FUNCTION: OwnerRule = { allows: "a function", accepts: (value) => typeof value === "function" };
export const AN_OBJECT: OwnerRule = { allows: "an object", accepts: isObject };
/** For values that are checked elsewhere. */
export const ANYTHING: OwnerRule = { allows: "anything", accepts: () => true };
export const TEXTS: OwnerRule = { allows: "an array of strings", accepts: isListOfTexts };

export function oneOf(choices: readonly string[]): OwnerRule {
  return { allows: `one of ${choices.join(", ")}`, accepts: (value) => choices.some((choice) => choice === value) };
}

/** Returns a copy of the fields that are set. Throws `invalidArgument` for the first fault; `what` precedes the names in messages. */
export function readOwnerInput<Input extends object>(
  what: string,
  given: Input,
  rules: Readonly<Record<keyof Input & string, OwnerRule>>,
): { [Key in keyof Input]: Exclude<Input[Key], undefined> } {
  if (!isPlain(given)) throw invalidArgument(`${what} must be a plain object${describeGiven(given)}`);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Input & string] : undefined;
    if (rule === undefined) throw unknownField(what, name, Object.keys(rules));
    if (!rule.accepts(value)) throw invalidArgument(`${what}.${name} must be ${rule.allows}${describeGiven(value)}`);
  }
  return Object.fromEntries(set) as { [Key in keyof Input]: Exclude<Input[Key], undefined> };
}

export function unknownField(what: string, name: string, known: readonly string[]): ToolError {
  const nearest = findNearest(name, known);
  const hint = nearest === null ? `${what} can have ${known.join(", ")}` : `did you mean ${nearest}?`;
  return invalidArgument(`${what}.${name} is unknown; ${hint}`);
}

/** Not `instanceof`: an object of another realm may be plain too. One with inherited or non-enumerable settings is not. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (
    prototype !== null &&
    (Object.getPrototypeOf(prototype) !== null || !Object.hasOwn(Object(prototype), "toString"))
  )
    return false;
  return (
    !Array.isArray(value) &&
    Object.values(Object.getOwnPropertyDescriptors(value)).every(({ enumerable }) => enumerable)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && Array.from<unknown>(value).every((item) => typeof item === "string");
}

/** Arrays and objects are not printed, because the caller knows them anyway. */
function describeGiven(value: unknown): string {
  return isObject(value) ? "" : `, not ${quoteShort(value)}`;
}

/** For callbacks that must be synchronous: a promise would be ignored and, if it rejects, would end the process. */
export function requireSync<T>(what: string, value: T): T {
  if (!(isObject(value) && "then" in value && typeof value.then === "function")) return value;
  Promise.resolve(value).catch(() => {});
  throw new TypeError(`${what} of a tool must not be async`);
}
