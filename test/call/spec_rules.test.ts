// Mistakes in a tool that the owner's program adds: reported when it is added.

import { describe, expect, test } from "vitest";
import { requireSpec } from "../../src/call/spec_rules.ts";
import { makePeek } from "../support/peek_tool.ts";

const spec = makePeek([]);

function faultOf(changes: object): string | null {
  try {
    requireSpec({ ...spec, ...changes } as never);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const withType = (type: unknown) => ({
  definition: { ...spec.definition, parameters: { type: "object", properties: { path: { type } } } },
});

describe("a tool of the owner's program", () => {
  test("may be an object or an instance of a class", () => {
    class Peek {
      readonly definition = spec.definition;
      readonly traits = spec.traits;
      parse = spec.parse;
      summarize() {
        return "";
      }
      run() {
        return "";
      }
    }
    expect([faultOf({}), requireSpec(new Peek())]).toEqual([null, undefined]);
  });

  test.each([
    [{ parse: undefined }, "parse of the tool peek must be a function"],
    [{ summarize: undefined }, "summarize of the tool peek must be a function"],
    [{ run: "now" }, "run of the tool peek must be a function"],
    [{ toText: true }, "toText of the tool peek must be a function"],
    [{ target: "roots" }, "target of the tool peek must be one of path, root"],
    [{ traits: undefined }, "traits of the tool peek must be an object"],
    [
      { traits: { ...spec.traits, riskLevel: "none" } },
      "riskLevel of the traits of the tool peek must be one of low, medium, high",
    ],
    [
      { traits: { ...spec.traits, isSideEffecting: 1 } },
      "isSideEffecting of the traits of the tool peek must be a boolean",
    ],
    [{ definition: undefined }, "definition of a tool must be an object"],
    [
      withType("strng"),
      'parameters of the tool peek must be a JSON Schema: "strng" is not a type; there are string, number, integer, boolean, object, array, null',
    ],
  ])("is refused with the name of what is wrong: %j", (changes, message) => {
    expect(faultOf(changes)).toBe(message);
  });

  test("may have several types for an argument, also inside another", () => {
    expect(faultOf(withType(["string", "null"]))).toBeNull();
    const nested = { type: "array", items: { type: "object", properties: { a: { type: "text" } } } };
    const parameters = { type: "object", properties: { list: nested } };
    expect(faultOf({ definition: { ...spec.definition, parameters } })).toContain('"text" is not a type');
  });

  test("must be an object at all", () => {
    expect(() => requireSpec(undefined as never)).toThrow("a tool must be an object, not undefined");
  });
});
