// Checks the arguments of a call against the JSON Schema of its tool.

import { wrongArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import { sanitize } from "./sanitize.ts";
import { ToolSchema } from "./schema.ts";
import { findFault } from "./schema_faults.ts";

export type Arguments = Readonly<Record<string, unknown>>;

type Check = (args: Arguments) => void;

/** The returned check throws `invalidArgument` for the first fault. Types are never coerced; unknown arguments are accepted. */
export function compileCheck(definition: ToolDefinition): Check {
  const schema = new ToolSchema(definition.parameters);
  const isPlainlyValid = compilePlainCheck(definition.parameters);
  return (args) => {
    if (isPlainlyValid(args)) return;
    const fault = findFault(schema, args);
    if (fault !== null) throw fault;
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
