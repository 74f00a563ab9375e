// Hostile values that a program can pass besides the calls themselves: fake signals, endless batches, objects that throw when they are
// read. Each gets an answer.

import { describe, expect, test } from "vitest";
import { answerCalls } from "../../src/adapters/answer_calls.ts";
import { codeIn, open } from "../call/hostile.ts";

const CALL = { id: "1", name: "read_file", arguments: { path: "f" } };

test("EX-05 an object that only looks like a signal is a wrong argument, and one of another realm is a signal", async () => {
  using toolkit = open();
  const lookAlike = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };
  const { content } = await toolkit.execute(CALL, { signal: lookAlike as never });
  const message = "signal must be an AbortSignal, not a value of type object";
  expect(JSON.parse(content).error).toEqual({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
  class ForeignSignal extends EventTarget {
    readonly aborted = true;
    readonly [Symbol.toStringTag] = "AbortSignal";
  }
  expect(codeIn(await toolkit.execute(CALL, { signal: new ForeignSignal() as never }))).toBe("CANCELLED");
});

describe("a batch beyond all measure", () => {
  test("EX-19 is one answer that says how many there may be, and no call of it is looked at", async () => {
    using toolkit = open();
    let looks = 0;
    const calls = new Proxy(new Array(1_000_000), {
      get: (target, name) => {
        if (name !== "length") looks += 1;
        return Reflect.get(target, name);
      },
    });
    const results = await toolkit.executeBatch(calls);
    const error = {
      kind: "BadArgs",
      code: "LIMIT_EXCEEDED",
      message: "calls must be an array of at most 1024 calls, not 1000000",
    };
    expect(results).toEqual([{ tool_call_id: null, content: JSON.stringify({ error }), is_error: true }]);
    expect(looks).toBe(0);
  });

  test("EX-19 begins above 1,024 calls, or above what the owner allows", async () => {
    using small = open();
    expect((await small.executeBatch(new Array(1024))).length).toBe(1024);
    expect((await small.executeBatch(new Array(1025))).length).toBe(1);
    using large = open({ config: { tools: { limits: { max_calls_per_batch: 1100 } } } });
    expect((await large.executeBatch(new Array(1100))).length).toBe(1100);
    expect((await large.executeBatch(new Array(1101))).length).toBe(1);
  });
});

test("EX-01 a message with too many calls for a batch still gets an answer for each through an adapter", async () => {
  using toolkit = open();
  const calls = Array.from({ length: 1025 }, (_, i) => ({ id: String(i), name: "read_file", args: { path: "f" } }));
  const answered = await answerCalls(toolkit, calls, {}, (result, call) => ({ call, result }));
  expect(answered.map(({ call }) => call)).toEqual(calls);
  expect(new Set(answered.map(({ result }) => codeIn(result)))).toEqual(new Set(["LIMIT_EXCEEDED"]));
});

test("a path that is no text, or cannot even be looked at, is an invalid one", async () => {
  using toolkit = open();
  await expect(toolkit.explain({} as never)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  for (const target of [{}, []]) {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    expect(await toolkit.readFile(proxy as never)).toMatchObject({ error: { code: "INVALID_ARGUMENT" } });
  }
});
