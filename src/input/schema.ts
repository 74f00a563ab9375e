// The JSON Schema of a tool. It is tested when a custom tool is added, so that its author's mistake is never blamed on a model's arguments.

import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import type { ToolDefinition } from "../registory/definitions.ts";

const DRAFT = "2020-12";
/** One argument of each kind reveals most unsupported schemas. Nested faults only show when the tool is called. */
const SAMPLES: readonly unknown[] = [{ a: "" }, [""], "", 0];

/** Throws `invalidArgument` if the schema cannot be used. Not called for built-in tools, because it takes milliseconds. */
export function requireUsableSchema({ name, parameters }: ToolDefinition): void {
  try {
    requireKnownTypes(parameters);
    const schema = new ToolSchema(parameters);
    const names = Object.keys(parameters.properties ?? {});
    for (const sample of SAMPLES) schema.findErrors(Object.fromEntries(names.map((name) => [name, sample])));
  } catch (error) {
    throw invalidArgument(`parameters of the tool ${name} must be a JSON Schema: ${toReason(error)}`);
  }
}

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** The library accepts any type, and no value matches an unknown one. */
function requireKnownTypes(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const { type, properties, items } = schema as Schema;
  const unknown = (type === undefined ? [] : [type].flat()).find((name) => !TYPES.includes(name));
  if (unknown !== undefined) throw new Error(`${quoteShort(unknown)} is not a type; there are ${TYPES.join(", ")}`);
  for (const part of [...Object.values(Object(properties)), items]) requireKnownTypes(part);
}

/** Works on a copy: later changes to the definition have no effect, and the library modifies it. */
export class ToolSchema {
  readonly #schema: Schema;
  #places: ReturnType<typeof dereference> | undefined;

  constructor(parameters: ToolDefinition["parameters"]) {
    this.#schema = structuredClone(parameters) as Schema;
  }

  findErrors(value: unknown): readonly OutputUnit[] {
    this.#places ??= dereference(this.#schema);
    return validate(value, this.#schema, DRAFT, this.#places).errors;
  }

  /** The schema that contains the last step, which is a keyword. The library counts references as steps. */
  findRule(steps: readonly string[]): Readonly<Record<string, unknown>> {
    const follow = (found: Schema, step: string) => {
      const next = Object(found)[step];
      if (typeof next !== "string") return next;
      return step === "$ref" ? this.#places?.[found.__absolute_ref__ ?? ""] : this.#schema;
    };
    return Object(steps.slice(0, -1).reduce(follow, this.#schema));
  }
}

function toReason(error: unknown): string {
  if (error instanceof RangeError) return "it contains itself, or a $ref leads back to itself";
  const [line = ""] = error instanceof Error ? error.message.split(/\n| {2}/, 1) : [];
  return line;
}
