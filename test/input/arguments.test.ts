// Which arguments are accepted, against the schema library, which is not asked about the plainest ones, and how each fault is worded.

import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCheck } from "../../src/input/arguments.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { times } from "../support/scale.ts";

function isAccepted(parameters: object, args: Readonly<Record<string, unknown>>): boolean {
  try {
    compileCheck({ name: "any", description: "", parameters: parameters as never })(args);
    return true;
  } catch {
    return false;
  }
}

const anyValue = fc.oneof(
  fc.string(),
  fc.constantFrom("directory", "all", "", 0, -0, 1, 1.5, -1, 1e20, Number.NaN, Number.POSITIVE_INFINITY, null),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.integer())),
  fc.object(),
);

describe.each(Object.values(TOOL_DEFINITIONS))("arguments of $name", ({ parameters }) => {
  const names = ["path", ...Object.keys(parameters.properties), "other", "__proto__"];

  test("are accepted if and only if the library accepts them", () => {
    const validator = new Validator(JSON.parse(JSON.stringify(parameters)), "2020-12", true);
    const anyArguments = fc.dictionary(fc.constantFrom(...names), anyValue);
    fc.assert(
      fc.property(anyArguments, (args) => isAccepted(parameters, args) === validator.validate(args).valid),
      { numRuns: times(60, 2000) },
    );
  });
});

describe("a schema of the owner's own", () => {
  const withProperty = (property: unknown) => ({ type: "object", properties: { p: property }, required: [] });

  test.each<[object, unknown, unknown]>([
    [{ type: "string", pattern: "a" }, "a", "b"],
    [{ type: ["string", "null"] }, null, 1],
    [{ type: "object" }, {}, []],
    [{ type: "object" }, {}, null],
    [{ type: "array", items: { type: "string", maxLength: 1 } }, ["a"], ["ab"]],
    [{ type: "string", enum: ["a"] }, "a", "b"],
    [{ enum: ["a"] }, "a", "b"],
    [{ type: "integer", enum: [1, 5], minimum: 3 }, 5, 1],
    [{ type: "boolean" }, false, 0],
  ])("%j accepts %j and not %j", (property, good, bad) => {
    expect([good, bad].map((p) => isAccepted(withProperty(property), { p }))).toEqual([true, false]);
  });

  test("may have rules for the object itself, or hardly any", () => {
    const closed = { ...withProperty({ type: "string" }), additionalProperties: false };
    expect([{ p: "a" }, { q: "a" }].map((args) => isAccepted(closed, args))).toEqual([true, false]);
    expect(isAccepted({ ...closed, required: ["p"] }, {})).toBe(false);
    expect([{}, { type: "object" }, { type: "array" }].map((schema) => isAccepted(schema, { p: 1 }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

/** Keyword, the schema of the argument `p`, a value that it refuses, and the refusal. */
const WORDED: readonly [string, unknown, unknown, string][] = [
  ["type", { type: "string" }, 5, "p must be a string, not 5"],
  ["type", { type: "integer" }, 1.5, "p must be an integer, not 1.5"],
  ["type", { type: ["integer", "null"] }, "x", 'p must be an integer or null, not "x"'],
  ["const", { const: "a" }, "b", 'p must be "a", not "b"'],
  ["enum", { enum: ["a", 1, null] }, "b", 'p must be one of "a", 1, null, not "b"'],
  ["enum", { type: "string", enum: ["a"] }, 5, 'p must be one of "a", not 5'],
  ["minimum", { minimum: 1 }, 0, "p must be at least 1, not 0"],
  ["maximum", { maximum: 1 }, 2, "p must be at most 1, not 2"],
  ["exclusiveMinimum", { exclusiveMinimum: 0 }, 0, "p must be more than 0, not 0"],
  ["exclusiveMaximum", { exclusiveMaximum: 1 }, 1, "p must be less than 1, not 1"],
  ["multipleOf", { multipleOf: 5 }, 7, "p must be a multiple of 5, not 7"],
  ["minLength", { minLength: 1 }, "", "p must have at least 1 character"],
  ["maxLength", { maxLength: 2 }, "abc", "p must have at most 2 characters"],
  ["pattern", { pattern: "^a" }, "b", 'p must match the pattern "^a"; "b" does not'],
  ["format", { format: "date" }, "b", 'p must have the format "date"; "b" does not'],
  ["minItems", { minItems: 2 }, [], "p must have at least 2 items"],
  ["maxItems", { maxItems: 1 }, [1, 2], "p must have at most 1 item"],
  ["uniqueItems", { uniqueItems: true }, [1, 1], "p must not have duplicate items"],
  [
    "contains",
    { contains: { type: "string" } },
    [],
    "p must contain an item of the kind that the tool's schema asks for",
  ],
  [
    "contains",
    { contains: { type: "string" } },
    [1],
    "p must contain an item of the kind that the tool's schema asks for",
  ],
  [
    "minContains",
    { contains: { type: "string" }, minContains: 2 },
    ["a", 1],
    "p must contain at least 2 items of the kind that the tool's schema asks for",
  ],
  [
    "maxContains",
    { contains: { type: "string" }, maxContains: 1 },
    ["a", "b"],
    "p must contain at most 1 item of the kind that the tool's schema limits",
  ],
  ["minProperties", { minProperties: 1 }, {}, "p must have at least 1 field"],
  ["maxProperties", { maxProperties: 1 }, { a: 1, b: 2 }, "p must have at most 1 field"],
  [
    "propertyNames",
    { propertyNames: { maxLength: 1 } },
    { ab: 1 },
    "p must only have fields whose names the tool's schema allows",
  ],
  [
    "anyOf",
    { anyOf: [{ type: "string" }, { type: "null" }] },
    5,
    "p must have one of the forms that the tool's schema lists; 5 has none of them",
  ],
  [
    "oneOf",
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    3,
    "p must have exactly one of the forms that the tool's schema lists; 3 does not",
  ],
  ["not", { not: { type: "string" } }, "x", 'p must not have the form that the tool\'s schema excludes; "x" has it'],
  ["false", false, 1, "p is not allowed"],
  ["required", { required: ["a", "b"] }, { a: 1 }, "p[b] is required"],
  ["dependentRequired", { dependentRequired: { x: ["y"], a: ["b"] } }, { a: 1 }, "p[b] is required with p[a]"],
  ["dependencies", { dependencies: { a: ["b"] } }, { a: 1 }, "p[b] is required with p[a]"],
  // Those that only say that something inside is wrong.
  [
    "properties",
    { properties: { "a/b~ %": { type: "string" } } },
    { "a/b~ %": 1 },
    "p[a/b~ %] must be a string, not 1",
  ],
  [
    "patternProperties",
    { patternProperties: { "^a": { type: "string" } } },
    { ab: 1 },
    "p[ab] must be a string, not 1",
  ],
  ["additionalProperties", { additionalProperties: false }, { q: 1 }, "p[q] is not allowed"],
  ["unevaluatedProperties", { unevaluatedProperties: { type: "string" } }, { q: 1 }, "p[q] must be a string, not 1"],
  ["items", { items: { type: "string" } }, ["a", 1], "p[1] must be a string, not 1"],
  ["prefixItems", { prefixItems: [{ type: "string" }] }, [1], "p[0] must be a string, not 1"],
  ["additionalItems", { items: [true], additionalItems: false }, [1, 2], "p[1] is not allowed"],
  ["unevaluatedItems", { prefixItems: [true], unevaluatedItems: false }, [1, 2], "p[1] is not allowed"],
  ["allOf", { allOf: [{ type: "number" }, { minimum: 1 }] }, 0, "p must be at least 1, not 0"],
  ["if", JSON.parse('{"if":{"type":"number"},"then":{"minimum":1}}'), 0, "p must be at least 1, not 0"],
  ["if", { if: { type: "number" }, else: { minLength: 1 } }, "", "p must have at least 1 character"],
  ["dependentSchemas", { dependentSchemas: { a: { minProperties: 2 } } }, { a: 1 }, "p must have at least 2 fields"],
  ["dependencies", { dependencies: { a: { minProperties: 2 } } }, { a: 1 }, "p must have at least 2 fields"],
  ["$ref", { $ref: "#/$defs/text" }, 5, "p must be a string or null, not 5"],
  ["$ref", { items: { $ref: "#/$defs/text" } }, [5], "p[0] must be a string or null, not 5"],
  ["$recursiveRef", { items: { $recursiveRef: "#" } }, [5], "p[0] must be an object, not 5"],
];

describe("a refusal says in plain words", () => {
  const toSchema = (property: unknown) => ({
    type: "object",
    properties: { p: property },
    $defs: { text: { type: ["string", "null"] } },
    $recursiveAnchor: true,
  });

  test.each(WORDED)("%s: %j refuses %j", (_keyword, property, p, message) => {
    const check = compileCheck({ name: "any", description: "", parameters: toSchema(property) as never });
    expect(() => check({ p } as never)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });

  test("each fault that the schema library can find", () => {
    const library = readFileSync(
      new URL("../../node_modules/@cfworker/json-schema/dist/esm/validate.js", import.meta.url),
      "utf8",
    );
    const keywords = Array.from(library.matchAll(/keyword: '(\S+)'/g), ([, keyword]) => keyword);
    expect(new Set(WORDED.map(([keyword]) => keyword))).toEqual(new Set(keywords));
  });

  test("what is wrong with all arguments together, and with a name that is not Unicode", () => {
    const parameters = { type: "object", required: ["a"], additionalProperties: false, properties: { a: {} } };
    const check = compileCheck({ name: "any", description: "", parameters: parameters as never });
    const refusal = (message: string) => expect.objectContaining({ code: "INVALID_ARGUMENT", message });
    expect(() => check({})).toThrow(refusal("a is required"));
    expect(() => check({ a: 1, b: 1 })).toThrow(refusal("b is not allowed"));
    expect(() => check({ a: 1, "\ud800": 1 })).toThrow(refusal("names of arguments must be valid Unicode"));
  });
});
