// Says which argument of a call its schema refuses: the argument, its value and what is allowed.

import type { OutputUnit } from "@cfworker/json-schema";
import { invalidArgument, wrongArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolError } from "../errors.ts";
import type { ToolSchema } from "./schema.ts";

/** For these, the nested errors only explain one alternative. */
const CHOICES = ["anyOf", "oneOf", "contains", "minContains", "propertyNames"];

/** Null if the schema accepts the arguments. */
export function findFault(schema: ToolSchema, args: Readonly<Record<string, unknown>>): ToolError | null {
  try {
    const errors = schema.findErrors(args);
    // Otherwise the deepest error is the cause; those above it only say that something below is wrong.
    const cause = errors.find(({ keyword }) => CHOICES.includes(keyword)) ?? errors.at(-1);
    return cause === undefined ? null : wordFault(cause, schema, args);
  } catch (error) {
    // The library encodes the names of arguments as URIs.
    if (error instanceof URIError) throw invalidArgument("names of arguments must be valid Unicode");
    throw error;
  }
}

/** Follows the name of the argument in the message. `expected` is the value of the keyword; `given` is quoted. */
const WORDS: Readonly<Record<string, (expected: unknown, given: string) => string>> = {
  type: (types, given) => `must be ${[types].flat().map(toNoun).join(" or ")}, not ${given}`,
  const: (value, given) => `must be ${quoteShort(value)}, not ${given}`,
  enum: (values, given) => `must be one of ${[values].flat().map(quoteShort).join(", ")}, not ${given}`,
  minimum: (limit, given) => `must be at least ${limit}, not ${given}`,
  maximum: (limit, given) => `must be at most ${limit}, not ${given}`,
  exclusiveMinimum: (limit, given) => `must be more than ${limit}, not ${given}`,
  exclusiveMaximum: (limit, given) => `must be less than ${limit}, not ${given}`,
  multipleOf: (factor, given) => `must be a multiple of ${factor}, not ${given}`,
  minLength: (length) => `must have at least ${count(length, "character")}`,
  maxLength: (length) => `must have at most ${count(length, "character")}`,
  pattern: (pattern, given) => `must match the pattern ${quoteShort(pattern)}; ${given} does not`,
  format: (format, given) => `must have the format ${quoteShort(format)}; ${given} does not`,
  minItems: (length) => `must have at least ${count(length, "item")}`,
  maxItems: (length) => `must have at most ${count(length, "item")}`,
  uniqueItems: () => "must not have duplicate items",
  contains: () => "must contain an item of the kind that the tool's schema asks for",
  minContains: (length) => `must contain at least ${count(length, "item")} of the kind that the tool's schema asks for`,
  maxContains: (length) => `must contain at most ${count(length, "item")} of the kind that the tool's schema limits`,
  minProperties: (length) => `must have at least ${count(length, "field")}`,
  maxProperties: (length) => `must have at most ${count(length, "field")}`,
  propertyNames: () => "must only have fields whose names the tool's schema allows",
  anyOf: (_schemas, given) => `must have one of the forms that the tool's schema lists; ${given} has none of them`,
  oneOf: (_schemas, given) => `must have exactly one of the forms that the tool's schema lists; ${given} does not`,
  not: (_schema, given) => `must not have the form that the tool's schema excludes; ${given} has it`,
  false: () => "is not allowed",
};

// The library's own messages are not used: the expected value is looked up in the schema, at the place that the library reports.
function wordFault(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  schema: ToolSchema,
  args: Readonly<Record<string, unknown>>,
) {
  const place = toParts(instanceLocation);
  const given = lookUp(args, place);
  const rule = schema.findRule(toParts(keywordLocation));
  const expected = rule[keyword];
  const words = WORDS[keyword];
  if (words !== undefined) return wrongArgument(toName(place), words(expected, quoteShort(given)));
  if (keyword === "required")
    return wrongArgument(toName([...place, findMissing(expected, given) ?? "an argument"]), "is required");
  for (const [name, needed] of Object.entries(Object(expected))) {
    const missing = Object.hasOwn(Object(given), name) ? findMissing(needed, given) : undefined;
    if (missing !== undefined)
      return wrongArgument(toName([...place, missing]), `is required with ${toName([...place, name])}`);
  }
  return wrongArgument(toName(place), "must match the tool's schema");
}

function toNoun(type: unknown): string {
  if (type === "null") return "null";
  return /^[aeiou]/.test(String(type)) ? `an ${type}` : `a ${type}`;
}

function count(length: unknown, noun: string): string {
  return `${length} ${noun}${length === 1 ? "" : "s"}`;
}

function findMissing(required: unknown, given: unknown): string | undefined {
  return Array.isArray(required) ? required.find((name) => !Object.hasOwn(Object(given), name)) : undefined;
}

/** A JSON pointer as the library writes it: `#/exclude/1`. */
function toParts(pointer: string): string[] {
  const decode = (part: string) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  return pointer.split("/").slice(1).map(decode);
}

function lookUp(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce((found, part) => Object(found)[part], value);
}

function toName([name = "arguments", ...rest]: readonly string[]): string {
  return name + rest.map((part) => `[${part}]`).join("");
}
