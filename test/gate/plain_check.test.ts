// The quick answer against the schema library, which has the last word. Leaves the wording of faults to the tools' own tests.

import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlainCheck, type FlatSchema } from "../../src/gate/plain_check.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";

const definitions = Object.values(TOOL_DEFINITIONS);

function withProperty(property: unknown): FlatSchema {
  return { type: "object", properties: { p: property }, required: [] };
}

const anyValue = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "directory",
    "all",
    "",
    0,
    -0,
    1,
    1.5,
    -1,
    1e20,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
  ),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.integer())),
  fc.constant([undefined, "a"]),
  fc.object(),
);

describe.each(definitions)("the quick check of $name", ({ parameters }) => {
  const isPlain = compilePlainCheck(parameters);
  const names = ["path", ...Object.keys(parameters.properties), "other", "__proto__"];
  const anyArguments = fc.dictionary(fc.constantFrom(...names), anyValue);

  test("never accepts what the library refuses", () => {
    const validator = new Validator(JSON.parse(JSON.stringify(parameters)), "2020-12", true);
    fc.assert(
      fc.property(anyArguments, (args) => {
        if (isPlain?.(args)) expect(validator.validate(args).valid).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("accepts an ordinary call, and doubts a missing path, an unknown name and a wrong type", () => {
    expect([{ path: "." }, {}, { path: ".", other: 1 }, { path: 1 }].map((args) => isPlain?.(args))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a schema that says more", () => {
  test.each([
    { type: "string", pattern: "a" },
    { type: ["string", "null"] },
    { type: "object" },
    { type: "string", items: {} },
    { type: "array" },
    { type: "array", items: { type: "string", maxLength: 1 } },
    { type: "array", items: { type: "string" }, enum: [] },
    { type: "string", enum: "a" },
    { type: "integer", minimum: "1" },
    { enum: ["a"] },
    { type: "integer", enum: [1, 5], minimum: 3 },
    "a string",
  ])("is left to the library: %j", (property) => {
    expect(compilePlainCheck(withProperty(property))).toBeNull();
  });

  test.each([
    { type: "object", properties: {} },
    { type: "object", required: [] },
    { properties: {}, required: [] },
    { type: "array", properties: {}, required: [] },
  ])("or less is left to the library: %j", (schema) => {
    expect(compilePlainCheck(schema)).toBeNull();
  });

  test("is left to the library if the object itself has further rules", () => {
    expect(compilePlainCheck({ ...withProperty({}), additionalProperties: false } as FlatSchema)).toBeNull();
  });

  test("keeps enum, minimum and the items of an array", () => {
    const accepts = (property: object, ...values: unknown[]) =>
      values.map((p) => compilePlainCheck(withProperty(property))?.({ p }));
    expect(accepts({ type: "string", enum: ["a"] }, "a", "b")).toEqual([true, false]);
    expect(accepts({ type: "integer", minimum: 1 }, 1, 0, 1.5)).toEqual([true, false, false]);
    const holes: string[] = [];
    holes.length = 1;
    expect(accepts({ type: "array", items: { type: "string" } }, [], ["a"], [1], holes)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
