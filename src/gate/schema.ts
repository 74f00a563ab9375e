// Checks the JSON Schema of a tool when the tool is added, so that a mistake of its author is never blamed on a model's arguments.

import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { invalidArgument, quoteShort, ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";

const DRAFT = "2020-12";
const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** What the value of a keyword must be. */
interface KeywordRule {
  readonly keywords: string;
  readonly allows: string;
  /** The schemas inside the value; null if the value is wrong. */
  read(value: unknown): readonly unknown[] | null;
}

const leaf = (keywords: string, allows: string, accepts: (value: unknown) => boolean): KeywordRule => ({
  keywords,
  allows,
  read: (value) => (accepts(value) ? [] : null),
});

const RULES: readonly KeywordRule[] = [
  {
    keywords:
      "additionalProperties unevaluatedProperties propertyNames additionalItems unevaluatedItems contains not if then else",
    allows: "a schema",
    read: (value) => [value],
  },
  { keywords: "items", allows: "a schema", read: (value) => (Array.isArray(value) ? value : [value]) },
  {
    keywords: "allOf anyOf oneOf prefixItems",
    allows: "an array of schemas",
    read: (value) => (Array.isArray(value) && value.length > 0 ? value : null),
  },
  {
    keywords: "properties patternProperties dependentSchemas $defs definitions",
    allows: "an object of schemas",
    read: (value) => (isRecord(value) ? Object.values(value) : null),
  },
  leaf("required", "an array of strings", areTexts),
  leaf(
    "dependentRequired",
    "an object of arrays of strings",
    (value) => isRecord(value) && Object.values(value).every(areTexts),
  ),
  leaf("enum", "an array", Array.isArray),
  leaf("type", `one or several of ${TYPES.join(", ")}`, (value) =>
    [value].flat().every((type) => TYPES.includes(type)),
  ),
  leaf("minimum maximum exclusiveMinimum exclusiveMaximum", "a number", Number.isFinite),
  leaf("multipleOf", "a number above 0", (value) => Number.isFinite(value) && Number(value) > 0),
  leaf(
    "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties",
    "a whole number of at least 0",
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  ),
  leaf("pattern", "a regular expression", isPattern),
  leaf("$ref $id $anchor", "a string", (value) => typeof value === "string"),
];

const RULE_OF = new Map(RULES.flatMap((rule) => rule.keywords.split(" ").map((keyword) => [keyword, rule] as const)));

export class ToolSchema {
  readonly #schema: Schema;
  #places: ReturnType<typeof dereference> | undefined;

  /** Throws `invalidArgument` for a schema that cannot be used. Later changes of the definition have no effect. */
  constructor({ name, parameters }: ToolDefinition) {
    try {
      // The library writes into it.
      this.#schema = structuredClone(parameters) as Schema;
      const parts = collect(this.#schema, []);
      // Whether a reference leads somewhere, and not back to itself, shows only when it is followed.
      if (parts.some(hasReference)) for (const part of parts) this.findErrors({}, part);
    } catch (error) {
      throw invalidArgument(`parameters of the tool ${name} must be a JSON Schema: ${toReason(error)}`);
    }
  }

  findErrors(value: unknown, part: Schema = this.#schema): readonly OutputUnit[] {
    this.#places ??= dereference(this.#schema);
    return validate(value, part, DRAFT, this.#places).errors;
  }

  /** The schema that holds the last of the steps, which is a keyword. The library counts references as steps. */
  findRule(steps: readonly string[]): Readonly<Record<string, unknown>> {
    const follow = (found: Schema, step: string) => {
      const next = Object(found)[step];
      if (typeof next !== "string") return next;
      return step === "$ref" ? this.#places?.[found.__absolute_ref__ ?? ""] : this.#schema;
    };
    return Object(steps.slice(0, -1).reduce(follow, this.#schema));
  }
}

/** The schema and all schemas inside it. */
function collect(schema: unknown, found: Schema[]): Schema[] {
  if (typeof schema === "boolean") return found;
  if (!isRecord(schema)) throw invalidArgument(`a schema must be an object or a boolean, not ${quoteShort(schema)}`);
  found.push(schema);
  for (const [keyword, value] of Object.entries(schema)) {
    const rule = RULE_OF.get(keyword);
    const inside = rule === undefined ? [] : rule.read(value);
    if (inside === null) throw invalidArgument(`${keyword} must be ${rule?.allows}, not ${quoteShort(value)}`);
    if (keyword === "patternProperties" && !Object.keys(Object(value)).every(isPattern))
      throw invalidArgument("each name in patternProperties must be a regular expression");
    for (const part of inside) collect(part, found);
  }
  return found;
}

function hasReference(schema: Schema): boolean {
  return Object.keys(schema).some((keyword) => keyword.startsWith("$") || keyword === "id");
}

function toReason(error: unknown): string {
  if (ToolError.isInstance(error)) return error.message;
  if (error instanceof RangeError) return "it contains itself, or a $ref leads back to itself";
  const [line = ""] = error instanceof Error ? error.message.split(/\n| {2}/, 1) : [];
  return line;
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") !== null;
  } catch {
    return false;
  }
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
