// Checks a call's arguments against its definition's JSON Schema and words the refusals: which argument, what was given, what
// is allowed. Leaves ranges that a fixed schema does not carry to `readInteger`, and meaning to the tools.

import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { invalidArgument, quoteShort, type ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** The returned check throws `invalidArgument` for the first fault. Types are never coerced; unknown arguments pass. */
export function compileCheck(definition: ToolDefinition): (args: Arguments) => void {
  const isPlainlyValid = compilePlainCheck(definition.parameters);
  let validator: Validator | undefined;
  return (args) => {
    if (isPlainlyValid(args)) return;
    validator ??= new Validator(definition.parameters as Schema, "2020-12", true);
    const fault = findFault(validator, args);
    if (fault !== null) throw wordFault(fault, definition.parameters, args);
  };
}

/** As far as it is known: a tool of the owner's own may have a schema of any form. */
interface AnySchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const PLAIN_TYPES = ["string", "number", "boolean"];
const PLAIN_KEYWORDS = ["type", "default", "description"];

/**
 * The returned check is true only if each argument has a type and no other rule. Every doubt is left to the schema library, which takes
 * a tenth of a call of read_file.
 */
function compilePlainCheck({
  type,
  properties = {},
  required = [],
  ...rules
}: AnySchema): (args: Arguments) => boolean {
  if (type !== "object" || Object.keys(rules).length > 0) return () => false;
  const types = new Map<string, unknown>();
  for (const [name, property] of Object.entries(properties)) {
    const rule: { readonly type?: unknown } = property;
    const isPlain = Object.keys(rule).every((keyword) => PLAIN_KEYWORDS.includes(keyword));
    if (isPlain && PLAIN_TYPES.includes(String(rule.type))) types.set(name, rule.type);
  }
  return (args) =>
    required.every((name) => Object.hasOwn(args, name)) &&
    Object.keys(args).every((name) => typeof args[name] === types.get(name));
}

/** The deepest error is the cause; the ones before it only say that something below them is wrong. */
function findFault(validator: Validator, args: Arguments): OutputUnit | "not JSON" | null {
  try {
    const { valid, errors } = validator.validate(args);
    return valid ? null : (errors.at(-1) ?? "not JSON");
  } catch {
    return "not JSON";
  }
}

// The library's own sentences are not used: what was expected is looked up in the schema, at the place it names.
function wordFault(fault: OutputUnit | "not JSON", schema: object, args: Arguments): ToolError {
  if (fault === "not JSON") return invalidArgument("arguments must consist of JSON values only");
  const expected = lookUp(schema, fault.keywordLocation);
  if (fault.keyword === "required") return invalidArgument(`${firstMissing(expected, args)} is required`);
  const name = toName(fault.instanceLocation);
  const given = quoteShort(lookUp(args, fault.instanceLocation));
  return invalidArgument(`${name} must be ${wordExpectation(fault.keyword, expected)}, not ${given}`);
}

function wordExpectation(keyword: string, expected: unknown): string {
  if (keyword === "type") return /^[aeiou]/.test(String(expected)) ? `an ${expected}` : `a ${expected}`;
  if (keyword === "enum" && Array.isArray(expected)) return `one of ${expected.map(quoteShort).join(", ")}`;
  if (keyword === "minimum") return `at least ${String(expected)}`;
  return `within its ${keyword} of ${String(expected)}`;
}

function firstMissing(required: unknown, args: Arguments): string {
  return Array.isArray(required) ? String(required.find((name) => !Object.hasOwn(args, name))) : "an argument";
}

/** A JSON pointer as the library writes it: `#/exclude/1`. */
function lookUp(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, part) : undefined;
  }
  return found;
}

function toName(pointer: string): string {
  const [name = "arguments", ...rest] = pointer.split("/").slice(1);
  return name + rest.map((part) => `[${part}]`).join("");
}

export interface IntegerRange {
  readonly fallback: number;
  readonly min: number;
  readonly max?: number;
}

/** An optional whole number. A type that is no number at all was already refused by the schema. */
export function readInteger(args: Arguments, name: string, range: IntegerRange): number {
  const { min, max = Number.MAX_SAFE_INTEGER } = range;
  // A lowered limit lowers the default with it.
  const value = args[name] ?? Math.min(range.fallback, max);
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const allowed =
    range.max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  throw invalidArgument(`${name} must be ${allowed}, not ${quoteShort(value)}`);
}
