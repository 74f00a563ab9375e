// Checks the arguments of a call against the JSON Schema of its tool. An error says which argument is wrong, its value and what is allowed.

import type { OutputUnit } from "@cfworker/json-schema";
import { invalidArgument, wrongArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import { sanitize } from "./sanitize.ts";
import { ToolSchema } from "./schema.ts";

export type Arguments = Readonly<Record<string, unknown>>;

type Check = (args: Arguments) => void;

/** The returned check throws `invalidArgument` for the first fault. Types are never coerced; unknown arguments are accepted. */
export function compileCheck(definition: ToolDefinition): Check {
  const schema = new ToolSchema(definition.parameters);
  const isPlainlyValid = compilePlainCheck(definition.parameters);
  return (args) => {
    if (isPlainlyValid(args)) return;
    const fault = findFault(schema, args);
    if (fault !== null) throw wordFault(fault, schema, args);
  };
}

const MAX_UNKNOWN = 10;
const MAX_UNKNOWN_CHARS = 64;

/** The names of unknown arguments, for the owner's log: safe to print, cut after 64 characters, at most 10. */
export function findUnknown(
  { parameters }: ToolDefinition,
  args: Arguments,
  isKnown: (name: string) => boolean,
): readonly string[] {
  const { properties, additionalProperties, patternProperties }: AnySchema = parameters;
  // A custom tool that accepts any name.
  if (properties === undefined || additionalProperties !== undefined || patternProperties !== undefined) return [];
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name) && !isKnown(name));
  return unknown.slice(0, MAX_UNKNOWN).map((name) => sanitize(name.slice(0, MAX_UNKNOWN_CHARS)));
}

/** The keywords that are used here: a custom tool may have any schema. */
interface AnySchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

type Accepts = (value: unknown) => boolean;

const TYPES: Readonly<Record<string, Accepts>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  array: Array.isArray,
};

/** Returns a check that is true only if the keyword certainly accepts the value; null leaves it to the schema library. */
const PLAIN_KEYWORDS: Readonly<Record<string, (rule: unknown) => Accepts | null>> = {
  type: (type) => TYPES[String(type)] ?? null,
  enum: (values) => (Array.isArray(values) ? (value) => typeof value === "string" && values.includes(value) : null),
  minimum: (least) => (value) => Number(value) >= Number(least),
  maximum: (most) => (value) => Number(value) <= Number(most),
  minItems: (least) => (value) => Array.isArray(value) && value.length >= Number(least),
  maxItems: (most) => (value) => Array.isArray(value) && value.length <= Number(most),
  items: (schema) => {
    const accepts = compilePlainRule(schema);
    return accepts && ((value) => Array.isArray(value) && value.every(accepts));
  },
  default: () => () => true,
  description: () => () => true,
};

/** Null if a keyword is not a plain one, or if there is no type. */
function compilePlainRule(schema: unknown): Accepts | null {
  const rules = Object.entries(Object(schema));
  const checks = rules.map(([keyword, rule]) => PLAIN_KEYWORDS[keyword]?.(rule) ?? null);
  const known = checks.filter((check) => check !== null);
  const isPlain = known.length === checks.length && rules.some(([keyword]) => keyword === "type");
  return isPlain ? (value) => known.every((accepts) => accepts(value)) : null;
}

/**
 * The returned check is true only if plain keywords are enough to decide. Every doubt is left to the schema library, which takes a tenth of
 * a call of read_file, and two milliseconds the first time.
 */
function compilePlainCheck({
  type,
  properties = {},
  required = [],
  ...rules
}: AnySchema): (args: Arguments) => boolean {
  if (type !== "object" || Object.keys(rules).length > 0) return () => false;
  const checks = new Map(Object.entries(properties).map(([name, schema]) => [name, compilePlainRule(schema)]));
  return (args) =>
    required.every((name) => Object.hasOwn(args, name)) &&
    Object.keys(args).every((name) => checks.get(name)?.(args[name]) === true);
}

/** For these, the nested errors only explain one alternative. */
const CHOICES = ["anyOf", "oneOf", "contains", "minContains", "propertyNames"];

/** Otherwise the deepest error is the cause; those above it only say that something below is wrong. */
function findFault(schema: ToolSchema, args: Arguments): OutputUnit | null {
  try {
    const errors = schema.findErrors(args);
    return errors.find(({ keyword }) => CHOICES.includes(keyword)) ?? errors.at(-1) ?? null;
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
function wordFault({ keyword, keywordLocation, instanceLocation }: OutputUnit, schema: ToolSchema, args: Arguments) {
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

export interface IntegerRange {
  readonly fallback: number;
  readonly min: number;
  readonly max?: number;
}

/** An optional whole number. The schema has already refused values that are not numbers. */
export function readInteger(args: Arguments, name: string, range: IntegerRange): number {
  const { min, max = Number.MAX_SAFE_INTEGER } = range;
  // If the limit is lower than the default, it becomes the default.
  const value = args[name] ?? Math.min(range.fallback, max);
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const allowed =
    range.max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  throw wrongArgument(name, `must be ${allowed}, not ${quoteShort(value)}`);
}
