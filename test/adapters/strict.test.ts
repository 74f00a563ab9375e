import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, test } from "vitest";
import { dropNulls, type JsonSchema, toStrictSchema } from "../../src/adapters/definitions.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { times } from "../support/scale.ts";

const ALLOWED = /^(type|description|enum|const|anyOf|properties|required|additionalProperties|items)$/;
const BUILT_IN = Object.values(TOOL_DEFINITIONS);

/** Every place where a schema breaks a rule of the strict subset. */
function findFaults(schema: JsonSchema, optional: "nullable" | "optional", at = "#"): string[] {
  const unknown = Object.keys(schema).filter((keyword) => !ALLOWED.test(keyword));
  const faults = unknown.map((keyword) => `${at}: ${keyword}`);
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  if ([schema.type].flat().includes("object")) {
    if (schema.additionalProperties !== false) faults.push(`${at}: open`);
    const names = Object.keys(properties);
    const required = schema.required as string[];
    if (optional === "nullable" && names.join() !== required.join()) faults.push(`${at}: not all required`);
    if (!required.every((name) => names.includes(name))) faults.push(`${at}: requires what is not there`);
  }
  const below: [string, JsonSchema][] = [
    ...Object.entries(properties),
    ...((schema.anyOf ?? []) as JsonSchema[]).map((branch, index): [string, JsonSchema] => [`anyOf${index}`, branch]),
    ...(schema.items === undefined ? [] : [["items", schema.items as JsonSchema] satisfies [string, JsonSchema]]),
  ];
  return faults.concat(...below.map(([name, child]) => findFaults(child, optional, `${at}/${name}`)));
}

const isValid = (schema: object, value: unknown) => new Validator(schema as Schema, "2020-12").validate(value).valid;

/** A call as a model makes it in strict mode: every argument named, null for what is left out. */
function fillWithNulls(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => fillWithNulls(item, schema.items as JsonSchema));
  if (typeof value !== "object" || value === null) return value;
  const properties = schema.properties as Record<string, JsonSchema>;
  const given = value as Record<string, unknown>;
  const fill = ([name, property]: [string, JsonSchema]) =>
    [name, Object.hasOwn(given, name) ? fillWithNulls(given[name], property) : null] as const;
  return Object.fromEntries(Object.entries(properties).map(fill));
}

describe("strict schemas", () => {
  test("of the tools are these", () => {
    const { list_directory, tree, read_file } = TOOL_DEFINITIONS;
    const closed = { type: "object", additionalProperties: false };
    const bool = (isDefault: boolean) => ({ type: ["boolean", "null"], description: `(default: ${isDefault})` });
    const integer = { type: ["integer", "null"], description: "(minimum: 1)" };
    expect(toStrictSchema(list_directory.parameters, "nullable")).toEqual({
      ...closed,
      required: Object.keys(list_directory.parameters.properties),
      properties: {
        ...{ path: { type: "string" }, recursive: bool(false), max_depth: integer, max_entries: integer },
        ...{ include_hidden: bool(false), include_files: bool(true), include_dirs: bool(true) },
        ...{ include_symlinks: bool(true), include_other: bool(false) },
      },
    });
    const description = "Node types to include (default: directory).";
    expect(toStrictSchema(tree.parameters, "nullable")?.properties).toMatchObject({
      entry_kind: { type: ["string", "null"], enum: ["directory", "all", null], description },
      exclude: { type: ["array", "null"], items: { type: "string" } },
    });
    const number = (description: string) => ({ type: "number", description });
    expect(toStrictSchema(read_file.parameters, "optional")).toEqual({
      ...closed,
      required: ["path"],
      properties: {
        path: read_file.parameters.properties.path,
        start_line: number("1-based start line of the returned window (default: 1)."),
        max_lines: number("Maximum number of lines to return (default: 200)."),
      },
    });
  });

  test.each(BUILT_IN.map((definition) => [definition.name, definition.parameters] as const))(
    "of %s keep the rules of the subset, and those by which the SDKs make theirs",
    (_name, parameters) => {
      for (const optional of ["nullable", "optional"] as const)
        expect(findFaults(toStrictSchema(parameters, optional) ?? { none: true }, optional)).toEqual([]);
      const nullable = toStrictSchema(parameters, "nullable") ?? {};
      expect(toStrictJsonSchema(nullable)).toEqual(nullable);
      // Anthropic's moves what it does not know into the descriptions.
      const optional = toStrictSchema(parameters, "optional") ?? {};
      const describe = ({ properties, ...rest }: JsonSchema) => ({
        ...rest,
        descriptions: Object.entries(properties ?? {}).map(([name, { description }]) => [name, description]),
      });
      expect(describe(transformJSONSchema(optional))).toEqual(describe(optional));
    },
  );

  test("leave the definitions as they are", () => {
    const before = JSON.stringify(TOOL_DEFINITIONS);
    const { properties } = toStrictSchema(TOOL_DEFINITIONS.tree.parameters, "optional") ?? {};
    const { entry_kind } = properties as Record<string, { enum: string[] }>;
    entry_kind?.enum.push("other");
    expect(entry_kind?.enum).toEqual(["directory", "all", "other"]);
    expect(JSON.stringify(TOOL_DEFINITIONS)).toBe(before);
  });

  test("do not exist for what strict mode cannot say", () => {
    const withProperty = (property: object) => ({ type: "object", properties: { a: property }, required: [] });
    const impossible: object[] = [
      { type: "object" },
      { type: "object", properties: {}, additionalProperties: true },
      { type: "object", properties: {}, required: ["b"] },
      { type: "object", properties: {}, patternProperties: {} },
      withProperty({}),
      withProperty({ type: "string", not: { const: "x" } }),
      withProperty({ oneOf: [{ type: "string" }] }),
      withProperty({ $ref: "#/$defs/a" }),
      withProperty({ type: "array" }),
      withProperty({ type: "object", additionalProperties: { type: "string" } }),
      withProperty({ anyOf: [{ type: "object", properties: { b: { type: "string" } } }, { type: "string" }] }),
      withProperty({ type: "string", anyOf: [{ type: "string" }] }),
    ];
    for (const schema of impossible) expect([schema, toStrictSchema(schema, "nullable")]).toEqual([schema, null]);
  });

  test("make every kind of optional argument nullable, and leave alone what is nullable already", () => {
    const either = [{ type: "string" }, { type: "number" }];
    const orNull = [{ type: "string" }, { type: "null" }];
    const nullable = { type: ["string", "null"] };
    const rich = { type: "string", title: "A", maxLength: 3, pattern: "x" };
    const kinds: [object, object][] = [
      [{ const: "x" }, { enum: ["x", null] }],
      [
        { type: "string", const: "x" },
        { ...nullable, enum: ["x", null] },
      ],
      [{ enum: [1, 2] }, { enum: [1, 2, null] }],
      [
        { ...nullable, enum: ["a"] },
        { ...nullable, enum: ["a", null] },
      ],
      [nullable, nullable],
      [{ anyOf: either }, { anyOf: [...either, { type: "null" }] }],
      [{ anyOf: orNull }, { anyOf: orNull }],
      [rich, { ...nullable, description: '(maxLength: 3, pattern: "x")' }],
    ];
    for (const [given, made] of kinds)
      expect(toStrictSchema({ type: "object", properties: { a: given } }, "nullable")?.properties).toEqual({ a: made });
  });
});

type Sample = { readonly schema: JsonSchema; readonly values: fc.Arbitrary<unknown> };

const scalar: fc.Arbitrary<Sample> = fc.constantFrom<Sample>(
  { schema: { type: "string", maxLength: 9 }, values: fc.string({ maxLength: 9 }) },
  { schema: { type: "integer", minimum: 1 }, values: fc.integer({ min: 1 }) },
  { schema: { enum: ["a", 1] }, values: fc.constantFrom("a", 1) },
  { schema: { const: true }, values: fc.constant(true) },
  { schema: { anyOf: [{ type: "boolean" }, { type: "number" }] }, values: fc.oneof(fc.boolean(), fc.integer()) },
);

function toObject(fields: Record<string, Sample>, wanted: readonly string[]): Sample {
  const required = wanted.filter((name) => Object.hasOwn(fields, name));
  const pairs = Object.entries(fields);
  const properties = Object.fromEntries(pairs.map(([name, { schema }]) => [name, schema]));
  const values = Object.fromEntries(pairs.map(([name, sample]) => [name, sample.values]));
  return { schema: { type: "object", properties, required }, values: fc.record(values, { requiredKeys: required }) };
}

/** Schemas of objects in objects and lists, each beside the values that it admits. */
const { object } = fc.letrec<{ any: Sample; object: Sample }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    tie("object"),
    tie("any").map(({ schema, values }) => {
      return { schema: { type: "array", items: schema }, values: fc.array(values, { maxLength: 3 }) };
    }),
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom("a", "b", "constructor", "__proto__", "default"), tie("any"), { maxKeys: 4 }),
      fc.subarray(["a", "b"]),
    )
    .map(([fields, wanted]) => toObject(fields, wanted)),
}));

describe("strict arguments", () => {
  test("fit the strict schema, and without their nulls are what was meant", () => {
    fc.assert(
      fc.property(
        object.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values)),
        ([schema, value]) => {
          const strict = toStrictSchema(schema, "nullable") ?? { none: true };
          expect(findFaults(strict, "nullable")).toEqual([]);
          const filled = fillWithNulls(value, schema);
          expect(isValid(strict, filled)).toBe(true);
          expect(JSON.stringify(sortKeys(dropNulls(filled, schema)))).toBe(JSON.stringify(sortKeys(value)));
          const optional = toStrictSchema(schema, "optional") ?? { none: true };
          expect(findFaults(optional, "optional")).toEqual([]);
          expect(isValid(optional, value)).toBe(true);
        },
      ),
      { numRuns: times(25, 300) },
    );
  });

  test("keep the nulls of arguments that are required, unknown or nullable", () => {
    const properties = { a: {}, b: { type: "string" }, c: { type: "string" } };
    const schema = { type: "object", properties, required: ["b"] };
    const given = { a: null, b: null, c: null, d: null, toString: null };
    expect(dropNulls(given, schema)).toEqual({ a: null, b: null, d: null, toString: null });
  });
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sortKeys(field)]);
}
