// Exactly one answer for each call, whatever the caller hands over, and the same limits on every way in.

import { describe, expect, test } from "vitest";
import type { ExecuteContext } from "../../src/call/types.ts";
import type { CallScope, PathRequest } from "../../src/tools/tool.ts";
import { letSettle } from "../support/workspaces.ts";
import { call, codeIn, open, register, type Toolkit, trap, trapped } from "./hostile.ts";

describe("a caller of any kind", () => {
  test("EX-01 gets an answer for every place of a batch, holes and traps included", async () => {
    using toolkit = open();
    const calls = new Array(4);
    calls[1] = call("1");
    calls[3] = trapped;
    const results = await toolkit.executeBatch(calls);
    expect(results.map((result) => [result.tool_call_id, codeIn(result)])).toEqual([
      [null, "INVALID_ARGUMENT"],
      ["1", null],
      [null, "INVALID_ARGUMENT"],
      [null, "INVALID_ARGUMENT"],
    ]);
  });

  test("EX-01 gets one answer for a batch that is none", async () => {
    using toolkit = open();
    for (const calls of [null, undefined, 5, {}, trapped]) {
      const results = await toolkit.executeBatch(calls as never);
      expect(results.map((result) => [result.tool_call_id, codeIn(result)])).toEqual([[null, "INVALID_ARGUMENT"]]);
    }
  });

  test("EX-01 is answered though the call throws when it is read", async () => {
    using toolkit = open();
    const result = await toolkit.execute(
      Object.defineProperty({ id: "1", name: "read_file" }, "arguments", { get: trap }) as never,
    );
    expect([result.tool_call_id, codeIn(result)]).toEqual([null, "INVALID_ARGUMENT"]);
  });

  test("EX-05 is told which part of the context cannot be read, within the limits that can", async () => {
    using toolkit = open();
    for (const name of ["signal", "timeout_ms", "max_output_bytes", "approve", "on_event", "hold_back"]) {
      const context = Object.defineProperty({ available_capacity_bytes: 100 }, name, { get: trap });
      const { content, is_error } = await toolkit.execute(call("1"), context as ExecuteContext);
      expect([is_error, content]).toEqual([
        true,
        `{"error":{"kind":"BadArgs","code":"INVALID_ARGUMENT","message":"${name} cannot be read"}}`,
      ]);
    }
    expect(codeIn(await toolkit.execute(call("1"), trapped))).toBe("INVALID_ARGUMENT");
    expect(codeIn(await toolkit.execute(call("1"), null as never))).toBe(null);
    const nothing = { signal: null, timeout_ms: null, max_output_bytes: null, approve: null, on_event: null };
    expect(codeIn(await toolkit.execute(call("1"), nothing as never))).toBe(null);
  });

  const WRONG: readonly [string, unknown, string][] = [
    ["timeout_ms", -1, "a number from 0 to 86400000, not -1"],
    ["timeout_ms", Number.NaN, "a number from 0 to 86400000, not NaN"],
    ["timeout_ms", 86_400_001, "a number from 0 to 86400000, not 86400001"],
    ["timeout_ms", "5", 'a number from 0 to 86400000, not "5"'],
    ["max_output_bytes", 1.5, "a whole number of at least 0, not 1.5"],
    ["available_capacity_bytes", -1, "a whole number of at least 0, not -1"],
    ["available_capacity_bytes", Number.POSITIVE_INFINITY, "a whole number of at least 0, not Infinity"],
    ["signal", {}, "an AbortSignal, not a value of type object"],
    ["signal", true, "an AbortSignal, not true"],
    ["approve", "all", 'a function, not "all"'],
    ["on_event", 5, "a function, not 5"],
    ["hold_back", true, "a function, not true"],
  ];

  test.each(WRONG)("EX-09 is refused for %s = %s before anybody is asked", async (name, value, expected) => {
    let asked = 0;
    const approve = () => {
      asked += 1;
      return "all" as const;
    };
    using toolkit = open({ approve });
    register(toolkit, "edit", { traits: { isSideEffecting: true, requiresApproval: true, riskLevel: "medium" } });
    const { content } = await toolkit.execute(call("1", "edit"), { [name]: value });
    const message = `${name} must be ${expected}`;
    expect(JSON.parse(content).error).toEqual({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
    expect(asked).toBe(0);
  });

  test("EX-09 EX-10 a policy that refuses comes before what is wrong with the context", async () => {
    using toolkit = open({ policy: { enabled: false } });
    expect(codeIn(await toolkit.execute(call("1"), { timeout_ms: -1 }))).toBe("POLICY_DENIED");
    expect(await toolkit.readFile("f", {}, { timeoutMs: -1 })).toMatchObject({ error: { code: "POLICY_DENIED" } });
  });

  test("EX-05 a function of the toolkit answers options that are wrong like any bad argument, and settles if they throw", async () => {
    using toolkit = open();
    const outcomes = [
      await toolkit.readFile("f", {}, { timeoutMs: -1 }),
      await toolkit.readFile("f", {}, { callId: 5 as never }),
      await toolkit.readFile("f", {}, trapped),
      await toolkit.readFile("f", Object.defineProperty({}, "start_line", { get: trap, enumerable: true })),
      await toolkit.invoke("read_file", trapped),
    ];
    expect(outcomes.map((outcome) => outcome.status === "failure" && outcome.error.code)).toEqual([
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "INTERNAL",
      "INTERNAL",
      "INVALID_ARGUMENT",
    ]);
  });
});

describe("every way in", () => {
  /** The same call through `execute`, `invoke` and the tool's own function. */
  async function codes(toolkit: Toolkit, args: Record<string, unknown>): Promise<unknown[]> {
    const outcomes = [await toolkit.invoke("read_file", args), await toolkit.readFile("f", args)];
    return [
      codeIn(await toolkit.execute({ id: "1", name: "read_file", arguments: args })),
      ...outcomes.map((outcome) => (outcome.status === "success" ? null : outcome.error.code)),
    ];
  }

  test("EX-19 has the same limit on the size and the depth of arguments", async () => {
    using toolkit = open({ config: { tools: { limits: { max_argument_bytes: 40 } } } });
    expect(await codes(toolkit, { path: "f" })).toEqual([null, null, null]);
    const over = Array(3).fill("LIMIT_EXCEEDED");
    expect(await codes(toolkit, { path: "f", x: "y".repeat(40) })).toEqual(over);
    let deep: unknown = 0;
    for (let i = 0; i < 70; i++) deep = [deep];
    using roomy = open();
    expect(await codes(roomy, { path: "f", deep })).toEqual(Array(3).fill("INVALID_ARGUMENT"));
  });

  test("EX-02 the arguments that are used are those that were measured", async () => {
    using toolkit = open();
    const seen: unknown[] = [];
    register(toolkit, "echo", {
      parse: (args) => {
        seen.push(args.path, args.path);
        return { path: "f" };
      },
    });
    let reads = 0;
    const args = {
      get path() {
        reads += 1;
        return `${reads}`;
      },
    };
    await toolkit.execute({ id: "1", name: "echo", arguments: args });
    await toolkit.invoke("echo", args);
    expect(seen).toEqual(["1", "1", "2", "2"]);
  });

  test("EX-16 ends a tool that ignores its clock, and fires its signal", async () => {
    using toolkit = open();
    const signals: AbortSignal[] = [];
    const run = (_request: PathRequest, _node: unknown, { signal }: CallScope) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    register(toolkit, "deaf", { run });
    // So that the five milliseconds are the tool's.
    await letSettle();
    const result = await toolkit.execute(call("1", "deaf"), { timeout_ms: 5 });
    const outcome = await toolkit.invoke("deaf", { path: "f" }, { timeoutMs: 5 });
    expect([codeIn(result), outcome.status === "failure" && outcome.error.code]).toEqual(["TIMEOUT", "TIMEOUT"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("EX-16 a tool's own time limit holds where the caller says nothing, and must be one", async () => {
    using toolkit = open();
    const traits = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" } as const;
    register(toolkit, "deaf", { run: () => new Promise(() => {}), traits: { ...traits, timeoutMs: 5 } });
    expect(codeIn(await toolkit.execute(call("1", "deaf")))).toBe("TIMEOUT");
    expect(() => register(toolkit, "other", { traits: { ...traits, timeoutMs: -5 } })).toThrow(
      "timeoutMs of the tool other must be a number from 0 to 86400000, not -5",
    );
  });

  test("EX-10 disabled comes before unknown, and so does the denylist", async () => {
    using disabled = open({ policy: { enabled: false } });
    using denying = open({ policy: { denylist: ["none"] }, ownTools: ["none"] });
    for (const toolkit of [disabled, denying]) {
      expect(await toolkit.invoke("none", {})).toMatchObject({ status: "denied", error: { code: "POLICY_DENIED" } });
      expect(codeIn(await toolkit.execute(call("1", "none")))).toBe("POLICY_DENIED");
    }
  });
});
