// Which arguments are accepted, against the schema library, which is not asked about the plainest ones. Leaves the wording of faults to
// the tools' own tests.

import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCheck } from "../../src/gate/arguments.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";

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
      { numRuns: 2000 },
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
