// The one look at a call's arguments: what it copies, what it refuses, and that nothing is looked at twice.

import { describe, expect, test } from "vitest";
import { snapshotArguments } from "../../src/input/snapshot.ts";

const NO_LIMIT = 1_000_000;

function refusal(given: unknown, maxBytes = NO_LIMIT): string {
  try {
    snapshotArguments(given, maxBytes);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "none";
}

function nest(depth: number): unknown {
  let value: unknown = "x";
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

describe("a snapshot of arguments", () => {
  test("is what JSON makes of them", () => {
    const given = {
      text: 'é"\n',
      list: [1, undefined, () => 1, null, [true]],
      gone: undefined,
      fn: () => 1,
      inner: { a: {}, b: undefined },
    };
    expect(snapshotArguments(given, NO_LIMIT)).toEqual(JSON.parse(JSON.stringify(given)));
  });

  test("keeps a number that JSON has no word for, so that it can be named in the refusal", () => {
    expect(snapshotArguments({ n: Number.NaN }, NO_LIMIT)).toEqual({ n: Number.NaN });
  });

  test("reads every property once", () => {
    let reads = 0;
    const given = {
      get path() {
        reads += 1;
        return `f${reads}`;
      },
    };
    expect([snapshotArguments(given, 20), reads]).toEqual([{ path: "f1" }, 1]);
  });

  test("has a name that means the prototype elsewhere as a plain one", () => {
    const copy = snapshotArguments(JSON.parse('{"__proto__":{"path":"f"}}'), NO_LIMIT);
    expect([Object.keys(copy), copy.path, Object.getPrototypeOf(copy)]).toEqual([
      ["__proto__"],
      undefined,
      Object.prototype,
    ]);
  });

  test("EX-19 measures in bytes of the JSON, exactly", () => {
    const samples = [{ a: "é".repeat(50) }, { a: '"\n\u0001', b: [1.5, -0, true, null] }, { é: {}, n: [[], [1, 2]] }];
    for (const given of samples) {
      const bytes = Buffer.byteLength(JSON.stringify(given));
      expect([refusal(given, bytes), refusal(given, bytes - 1)]).toEqual([
        "none",
        `arguments have more than ${bytes - 1} bytes; at most ${bytes - 1} are allowed`,
      ]);
    }
  });

  test("takes 64 levels and no more, and stops at a circle", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(refusal({ a: nest(63) })).toBe("none");
    const tooDeep = "arguments must not be nested more than 64 deep";
    expect([nest(64), nest(60_000), circle].map((a) => refusal({ a }))).toEqual([tooDeep, tooDeep, tooDeep]);
  });

  test("R2 takes 4096 values and no more, of any kind, and reads none of an object that has more fields", () => {
    const tooMany = "arguments have at most 4096 JSON values";
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    for (const make of [
      fields,
      (count: number) => ({ a: Array(count - 1).fill({}) }),
      (count: number) => ({ a: new Array(count - 1) }),
      (count: number) => ({ a: Array(count - 1).fill(null) }),
      (count: number) => ({ a: Array(count - 2).fill("x"), b: null }),
    ]) {
      expect([refusal(make(4095)), refusal(make(4096))]).toEqual(["none", tooMany]);
    }
    let reads = 0;
    const count = { get: () => ++reads, enumerable: true };
    const wide = Object.defineProperties({}, Object.fromEntries(Array.from({ length: 4096 }, (_, i) => [i, count])));
    expect([refusal(wide), reads]).toEqual([tooMany, 0]);
    expect(refusal({ a: new Array(4_000_000_000) })).toBe(tooMany);
  });

  test("refuses what cannot be read, and what is no object", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      get path() {
        throw new Error("trap");
      },
    };
    const notJson = "arguments must consist of JSON values only";
    expect([proxy, trap, { a: 1n }, { a: proxy }].map((given) => refusal(given))).toEqual(Array(4).fill(notJson));
    expect([null, undefined, 5, "x", []].map((given) => refusal(given))).toEqual(
      ["null", "undefined", "5", '"x"', "an array"].map((shown) => `arguments must be an object, not ${shown}`),
    );
  });
});
