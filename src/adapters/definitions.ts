// The definitions of a toolkit's tools, unchanged or in strict mode: then their schemas are converted to the subset of JSON Schema that
// providers accept, and the arguments of a call are converted back. The adapters convert the definitions to their provider's form.

import { A_BOOLEAN, readOwnerInput } from "../input/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";

/** Mutable, because the SDKs declare their parameters so. */
export type JsonSchema = { [keyword: string]: unknown };

/** How optional arguments are written: OpenAI wants them required and nullable, Anthropic leaves them optional. */
type OptionalArguments = "nullable" | "optional";

/** Options of the functions that return tools. */
export interface ToolsOptions {
  /** Make the provider enforce the schema. Default: false; the schemas are sent unchanged. */
  readonly strict?: boolean | undefined;
}

export const TOOLS_RULES = { strict: A_BOOLEAN };

export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema & { type: "object" };
  /** False also if strict mode was requested but cannot express the schema. */
  readonly strict: boolean;
}

/** By name. Returns copies, so that changes by the caller never reach the toolkit's definitions. Throws on unknown options. */
export function toDefinitions(
  toolkit: Pick<Toolkit, "tools">,
  options: ToolsOptions,
  optional: OptionalArguments,
): Definition[] {
  const { strict = false } = readOwnerInput("options", options, TOOLS_RULES);
  return toolkit.tools().map(({ name, description, parameters }) => {
    const strictSchema = strict ? toStrictSchema(parameters, optional) : null;
    const schema = strictSchema ?? structuredClone(parameters);
    return { name, description, parameters: { ...schema, type: "object" }, strict: strictSchema !== null };
  });
}

const KEPT = new Set([
  "type",
  "description",
  "enum",
  "const",
  "anyOf",
  "properties",
  "required",
  "additionalProperties",
  "items",
]);
// Keywords that one of the providers rejects. The executor checks them anyway; the model reads them in the description.
const MOVED_TO_DESCRIPTION = new Set([
  ...["default", "examples", "pattern", "format", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);
const DROPPED = new Set(["title", "$schema", "$id", "$comment", "deprecated", "readOnly", "writeOnly"]);

/** Returns null if strict mode cannot express the schema without changing what it accepts. */
export function toStrictSchema(schema: object, optional: OptionalArguments): JsonSchema | null {
  return fits(schema) ? convert(schema, optional) : null;
}

function fits(schema: unknown): schema is JsonSchema {
  if (!isRecord(schema)) return false;
  const isKnown = (keyword: string) => KEPT.has(keyword) || MOVED_TO_DESCRIPTION.has(keyword) || DROPPED.has(keyword);
  if (!Object.keys(schema).every(isKnown)) return false;
  if (schema.anyOf !== undefined) return isPlainChoice(schema);
  const types = typesOf(schema);
  if (types.includes("object") && !isClosable(schema)) return false;
  if (types.includes("array") && !fits(schema.items)) return false;
  return types.length > 0 || Array.isArray(schema.enum) || schema.const !== undefined;
}

/** With a choice between objects, it would be unclear to which of them a null belongs. */
function isPlainChoice({ anyOf, type, enum: values, const: value, properties, items }: JsonSchema): boolean {
  const isAlone = [type, values, value, properties, items].every((keyword) => keyword === undefined);
  return isAlone && Array.isArray(anyOf) && anyOf.every((branch) => fits(branch) && isScalar(branch));
}

function isScalar(schema: JsonSchema): boolean {
  return schema.anyOf === undefined && !typesOf(schema).some((type) => type === "object" || type === "array");
}

/** An object whose property names are all known. Otherwise closing it would forbid names that it accepts. */
function isClosable({ properties, additionalProperties, required }: JsonSchema): boolean {
  if (!isRecord(properties) || (additionalProperties !== undefined && additionalProperties !== false)) return false;
  return namesIn(required).every((name) => Object.hasOwn(properties, name)) && Object.values(properties).every(fits);
}

function convert(schema: JsonSchema, optional: OptionalArguments): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => KEPT.has(keyword));
  const strict: JsonSchema = { ...Object.fromEntries(structuredClone(kept)), ...describe(schema) };
  if (Array.isArray(schema.anyOf)) strict.anyOf = schema.anyOf.map((branch) => convert(branch, optional));
  if (isRecord(schema.items)) strict.items = convert(schema.items, optional);
  if (!isRecord(schema.properties)) return strict;
  const required = namesIn(schema.required);
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const converted = isRecord(property) ? convert(property, optional) : property;
    return [name, optional === "optional" || required.includes(name) ? converted : toNullable(converted)];
  });
  strict.properties = Object.fromEntries(properties);
  strict.required = optional === "optional" ? required : Object.keys(schema.properties);
  strict.additionalProperties = false;
  return strict;
}

function describe(schema: JsonSchema): JsonSchema {
  const text = typeof schema.description === "string" ? schema.description : "";
  const notes = Object.entries(schema)
    .filter(([keyword]) => MOVED_TO_DESCRIPTION.has(keyword) && !text.includes(keyword))
    .map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  return notes.length === 0 ? {} : { description: `${text} (${notes.join(", ")})`.trim() };
}

function toNullable(schema: unknown): unknown {
  if (!isRecord(schema) || admitsNull(schema)) return schema;
  const { const: value, ...rest } = schema;
  const values = value === undefined ? rest.enum : [value];
  return {
    ...rest,
    ...(rest.type === undefined ? {} : { type: [...new Set([...typesOf(rest), "null"])] }),
    ...(Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {}),
    ...(Array.isArray(rest.anyOf) ? { anyOf: [...rest.anyOf, { type: "null" }] } : {}),
  };
}

function admitsNull({ type, enum: values, const: value, anyOf }: JsonSchema): boolean {
  return (
    (type === undefined || typesOf({ type }).includes("null")) &&
    (!Array.isArray(values) || values.includes(null)) &&
    (value === undefined || value === null) &&
    (!Array.isArray(anyOf) || anyOf.some((branch) => isRecord(branch) && admitsNull(branch)))
  );
}

/** Removes the nulls that stand for "left out". `schema` is the tool's own schema, not the strict one. */
export function dropNulls(value: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => dropNulls(item, schema.items));
  const { properties, required } = schema;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const needed = namesIn(required);
  const given = Object.entries(value).flatMap(([name, field]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isLeftOut = field === null && isRecord(property) && !needed.includes(name) && !admitsNull(property);
    return isLeftOut ? [] : [[name, dropNulls(field, property)]];
  });
  return Object.fromEntries(given);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function typesOf({ type }: JsonSchema): string[] {
  return typeof type === "string" ? [type] : namesIn(type);
}
