// Checks the options that the owner's program passes in: plain objects, known keys, values of the right type. A misspelled or inherited setting
// is refused, because it could be one that forbids something.

import { invalidArgument, quoteShort } from "../errors.ts";

export interface OwnerRule {
  /** To stand after "must be". */
  readonly allows: string;
  accepts(value: unknown): boolean;
}

export const A_BOOLEAN: OwnerRule = { allows: "a boolean", accepts: (value) => typeof value === "boolean" };
export const A_FUNCTION: OwnerRule = { allows: "a function", accepts: (value) => typeof value === "function" };
export const AN_OBJECT: OwnerRule = { allows: "an object", accepts: isObject };
export const TEXTS: OwnerRule = { allows: "an array of strings", accepts: isListOfTexts };

export function oneOf(choices: readonly string[]): OwnerRule {
  return { allows: `one of ${choices.join(", ")}`, accepts: (value) => choices.some((choice) => choice === value) };
}

/**
 * A copy of the known fields that are set. Throws `invalidArgument` for the first fault; `what` stands before the names in messages.
 * Fields that have no rule are refused, unless `ignoresUnknown`: programs share one object between several of their parts.
 */
export function readOwnerInput<Input extends object>(
  what: string,
  given: Input,
  rules: Readonly<Record<keyof Input & string, OwnerRule>>,
  { ignoresUnknown = false }: { readonly ignoresUnknown?: boolean } = {},
): { [Key in keyof Input]: Exclude<Input[Key], undefined> } {
  if (!isPlain(given)) throw invalidArgument(`${what} must be a plain object${describeGiven(given)}`);
  const set = Object.entries(given).filter(
    ([name, value]) => value !== undefined && (Object.hasOwn(rules, name) || !ignoresUnknown),
  );
  for (const [name, value] of set) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Input & string] : undefined;
    const known = Object.keys(rules).join(", ");
    if (rule === undefined) throw invalidArgument(`${what}.${name} is unknown; ${what} can have ${known}`);
    if (!rule.accepts(value)) throw invalidArgument(`${what}.${name} must be ${rule.allows}${describeGiven(value)}`);
  }
  return Object.fromEntries(set) as { [Key in keyof Input]: Exclude<Input[Key], undefined> };
}

/** Not `instanceof`: an object of another realm is as plain. One that inherits settings or hides them is not. */
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
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** An array or object says nothing in a message that a caller would not see anyway. */
function describeGiven(value: unknown): string {
  return isObject(value) ? "" : `, not ${quoteShort(value)}`;
}

/** For callbacks that must answer at once: a promise would be dropped, and if it rejects, end the process. */
export function requireSync<T>(what: string, value: T): T {
  if (!(isObject(value) && "then" in value && typeof value.then === "function")) return value;
  Promise.resolve(value).catch(() => {});
  throw new TypeError(`${what} of a tool must not be async`);
}
