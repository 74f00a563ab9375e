// A schema that cannot be used is refused when its tool is added, in words that its author understands.

import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file a.txt one"]);
const CYCLE: Record<string, unknown> = {};
CYCLE.not = CYCLE;

const toSpec = (parameters: unknown) => ({
  definition: { name: "own", description: "", parameters: parameters as never },
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" as const },
  parse: () => ({ path: "." }),
  summarize: () => "",
  run: () => "done",
});

describe("toolkit.register refuses a schema", () => {
  const withProperty = (p: unknown) => ({ type: "object", properties: { p }, required: [] });

  test.each<[unknown, string | RegExp]>([
    [withProperty(null), /./],
    [withProperty({ enum: "a" }), /enum/],
    [withProperty({ pattern: "(" }), /^Invalid regular expression/],
    [withProperty({ anyOf: {} }), /anyOf/],
    [withProperty({ $ref: "#/$defs/none" }), 'Unresolved $ref "#/$defs/none".'],
    [withProperty({ $ref: "#/properties/p" }), "it contains itself, or a $ref leads back to itself"],
    [withProperty({ anyOf: [{ $ref: "#/properties/p" }] }), "it contains itself, or a $ref leads back to itself"],
    [withProperty({ $id: "http://[" }), /Invalid URL|cannot be parsed/],
    [withProperty(CYCLE), "it contains itself, or a $ref leads back to itself"],
    [withProperty({ default: () => 1 }), /could not be cloned|can not be cloned/],
  ])("%#", (parameters, reason) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    const start = "parameters of the tool own must be a JSON Schema: ";
    const find = () => {
      try {
        toolkit.register(toSpec(parameters));
        return null;
      } catch (error) {
        return error as { code: string; message: string };
      }
    };
    const error = find();
    expect([error?.code, error?.message.slice(0, start.length)]).toEqual(["INVALID_ARGUMENT", start]);
    const told = error?.message.slice(start.length) ?? "";
    if (typeof reason === "string") expect(told).toBe(reason);
    else expect(told).toMatch(reason);
    expect(toolkit.tools().map(({ name }) => name)).not.toContain("own");
  });
});

test("a schema with every kind of part is taken, is not written to, and does not change with its object", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const p: { type: unknown } = { type: "string" };
  const parameters = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      p,
      list: { type: "array", items: { $ref: "#/$defs/node" } },
      any: true,
      // Only keywords of the standard are looked at.
      free: { "x-form": { type: 5 }, example: { enum: 1 }, default: { required: 1 } },
    },
    required: ["p"],
    $defs: { node: { type: "object", properties: { below: { $ref: "#/$defs/node" } } } },
  };
  const before = structuredClone(parameters);
  toolkit.register(toSpec(parameters));
  const call = (args: object) => toolkit.invoke("own", args);
  expect(await call({ p: "a", list: [{ below: { below: {} } }] })).toEqual({ status: "success", data: "done" });
  p.type = "number";
  expect(await call({ p: "a", any: 1 })).toEqual({ status: "success", data: "done" });
  expect(await call({ p: "a", list: [{ below: 1 }] })).toMatchObject({
    status: "failure",
    error: { message: "list[0][below] must be an object, not 1" },
  });
  p.type = "string";
  expect(parameters).toEqual(before);
  expect(Object.getOwnPropertyNames(parameters)).toEqual(Object.getOwnPropertyNames(before));
});

test("a schema that turns out to be unusable when it is called is not blamed on the arguments", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const deep = { type: "object", properties: { b: { enum: 1 } } };
  toolkit.register(toSpec({ type: "object", properties: { a: deep }, required: [] }));
  expect(await toolkit.invoke("own", { a: { b: 1 } })).toMatchObject({
    status: "failure",
    error: { code: "INTERNAL" },
  });
});
