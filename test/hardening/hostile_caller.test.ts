// What a program can hand over beside the calls themselves: signals that only look like one, endless batches, values that cannot be looked
// at. Each is answered, and nothing is thrown past the answer.

import { describe, expect, test } from "vitest";
import { answerCalls } from "../../src/adapters/answer.ts";
import { codeIn, open, register } from "../executor/hostile.ts";

const CALL = { id: "1", name: "read_file", arguments: { path: "f" } };
const fail = () => {
  throw new Error("trap");
};
const failLater = () => Promise.reject(new Error("trap"));

function makeLookAlike(
  methods: Partial<Record<"addEventListener" | "removeEventListener", () => unknown>>,
): AbortSignal {
  return {
    aborted: false,
    addEventListener: () => {},
    removeEventListener: () => {},
    ...methods,
  } as unknown as AbortSignal;
}

/** Both are reported a few turns late. */
async function withoutFaults(act: () => Promise<void>): Promise<void> {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
  try {
    await act();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(faults).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
    process.off("uncaughtException", note);
  }
}

describe.each([
  ["throws", fail],
  ["rejects", failLater],
])("a look-alike of a signal whose method %s", (_how, method) => {
  test("EX-17 when its listener is removed does not disturb a call, and one that times out ends", async () => {
    using toolkit = open();
    register(toolkit, "endless", { run: () => new Promise<never>(() => {}) });
    await withoutFaults(async () => {
      const signal = makeLookAlike({ removeEventListener: method });
      expect(codeIn(await toolkit.execute(CALL, { signal }))).toBeNull();
      expect((await toolkit.readFile("f", {}, { signal })).status).toBe("success");
      const late = await toolkit.execute({ ...CALL, name: "endless" }, { signal, timeout_ms: 1 });
      expect(codeIn(late)).toBe("TIMEOUT");
    });
  });
});

describe("a look-alike of a signal that takes no listeners", () => {
  test("EX-05 is answered as a wrong argument, also where a person would be asked", async () => {
    using toolkit = open({ approve: () => "all" });
    register(toolkit, "asks", {
      traits: { isSideEffecting: true, requiresApproval: true, riskLevel: "medium" },
    });
    await withoutFaults(async () => {
      const signal = makeLookAlike({ addEventListener: fail });
      const { content } = await toolkit.execute(CALL, { signal });
      expect(JSON.parse(content).error).toEqual({
        kind: "BadArgs",
        code: "INVALID_ARGUMENT",
        message: "signal must accept listeners",
      });
      expect(codeIn(await toolkit.execute({ ...CALL, name: "asks" }, { signal }))).toBe("POLICY_DENIED");
      expect(codeIn(await toolkit.execute(CALL))).toBeNull();
    });
  });
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
  const answered = await answerCalls(toolkit, calls, {});
  expect(answered.map(({ call }) => call)).toEqual(calls);
  expect(new Set(answered.map(({ result }) => codeIn(result)))).toEqual(new Set(["LIMIT_EXCEEDED"]));
});

test("a path that cannot even be looked at is an invalid one", async () => {
  using toolkit = open();
  for (const target of [{}, []]) {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    const path = proxy as never;
    expect(await toolkit.explain(path)).toMatchObject({ path: null, place: "invalid" });
    expect(await toolkit.readFile(path)).toMatchObject({ status: "failure", error: { code: "INVALID_ARGUMENT" } });
  }
});
