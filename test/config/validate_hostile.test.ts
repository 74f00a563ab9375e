// Configurations that are objects made to deceive. Leaves what each key may say to validate.test.ts.

import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/config/error.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { refusalOf } from "./files.ts";

describe("hostile objects", () => {
  test("the prototype's names are ordinary unknown keys, and nothing is polluted", () => {
    const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{},"tools":{"__proto__":{"a":1}}}');
    const lines = refusalOf(() => validateConfig(value)).message.split("\n");
    expect(lines.map((line) => line.split(":")[1])).toEqual([" __proto__", " constructor", " tools.__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  test("inherited and hidden properties are refused, not ignored", () => {
    const hidden: unknown = Object.create(null, { max_entries: { value: 3, enumerable: false } });
    const inherited: unknown = Object.create(Object.assign(Object.create(null), { max_entries: 3 }));
    for (const tree of [hidden, inherited]) {
      expect(() => validateConfig({ tools: { tree } })).toThrow("expected a table, not an object that is not plain");
    }
  });

  test("undefined is the same as left out", () => {
    expect(validateConfig({ tools: { tree: { max_depth: undefined }, read_file: undefined } })).toEqual({
      tools: { tree: {} },
    });
  });

  test("a value is read once: what was checked is what is returned", () => {
    let reads = 0;
    const tree = Object.defineProperty({}, "max_depth", { get: () => (reads++ === 0 ? 3 : "evil"), enumerable: true });
    expect(validateConfig({ tools: { tree } })).toEqual({ tools: { tree: { max_depth: 3 } } });
    expect(reads).toBe(1);
  });

  test("cycles end where the schema does", () => {
    const loop: Record<string, unknown> = {};
    loop.tools = loop;
    loop.tree = loop;
    expect(refusalOf(() => validateConfig(loop)).message.split("\n").length).toBeLessThan(12);
  });

  test("the copy is frozen and shares nothing with what was given, which stays as it was", () => {
    const given = { tools: { approval: { denylist: ["tree"] }, tree: { max_depth: 3 } } };
    const config = validateConfig(given);
    given.tools.approval.denylist.push("b");
    given.tools.tree.max_depth = 4;
    expect(config).toEqual({ tools: { approval: { denylist: ["tree"] }, tree: { max_depth: 3 } } });
    const parts = [config, config.tools, config.tools?.approval, config.tools?.approval?.denylist, config.tools?.tree];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
    expect(Object.isFrozen(given.tools.tree)).toBe(false);
  });

  test("what was validated is valid, and nothing else passes for it", () => {
    const config = validateConfig({ tools: { tree: { max_depth: 3 } } });
    expect(validateConfig(config)).toEqual(config);
    for (const value of [{ tools: { ...config.tools, tree: { max_depth: 13 } } }, Object.create(config)]) {
      expect(() => validateConfig(value)).toThrow(ConfigError);
    }
  });
});
