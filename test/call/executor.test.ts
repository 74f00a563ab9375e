// Calls in, one result each, and who is asked before. Leaves what a call is given and may answer to run_budget.test.ts, and how calls
// run and end to run_execution.test.ts.

import { describe, expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/call/approval.ts";
import { createToolContext } from "../../src/call/context.ts";
import { ToolRegistry, toRegistered } from "../../src/call/registry.ts";
import { makeTree } from "../support/tree.ts";
import { call, errorIn, makeSpec, type Run, setUp } from "./executors.ts";

describe("calls and results", () => {
  test("EX-01 every call gives exactly one result, in the order of the calls", async () => {
    const executor = setUp();
    const calls = [call("1"), call("2", "none"), call("3", "echo", 5), call("4", "echo", "g")];
    const results = await executor.executeBatch(calls);
    expect(results.map(({ tool_call_id, is_error }) => [tool_call_id, is_error])).toEqual([
      ["1", false],
      ["2", true],
      ["3", true],
      ["4", false],
    ]);
    expect(results[0]).toEqual({ tool_call_id: "1", content: "ran f", is_error: false });
    expect(await executor.executeBatch([])).toEqual([]);
  });

  test.each([
    ["null", null],
    ["a number", 5],
    ["an array", []],
    ["an object without anything", {}],
    ["an id that is no string", { id: 5, name: "echo", arguments: { path: "f" } }],
    ["an empty name", { id: "1", name: "", arguments: { path: "f" } }],
    ["arguments that are a string", { id: "1", name: "echo", arguments: '{"path":"f"}' }],
    ["arguments that are an array", { id: "1", name: "echo", arguments: ["f"] }],
    ["no arguments", { id: "1", name: "echo" }],
  ])("EX-01 a call that is %s is answered, not thrown", async (_what, value) => {
    expect(errorIn(await setUp().execute(value)).kind).toBe("BadArgs");
  });

  test("a call whose fields throw, or whose arguments are no JSON, is answered", async () => {
    const cycle: Record<string, unknown> = { path: "f" };
    cycle.self = cycle;
    const trap = {
      get id() {
        throw new Error("trap");
      },
    };
    let deep: unknown = "f";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    for (const value of [
      trap,
      { id: "1", name: "echo", arguments: cycle },
      { id: "1", name: "echo", arguments: { deep } },
    ]) {
      expect(errorIn(await setUp().execute(value)).code).toBe("INVALID_ARGUMENT");
    }
    expect(errorIn(await setUp().execute({ id: "1", name: "echo", arguments: { path: 1n } })).code).toBe(
      "INVALID_ARGUMENT",
    );
  });

  test("EX-02 a tool whose arguments are refused is not invoked", async () => {
    let ran = 0;
    const executor = setUp({ tools: { echo: { run: () => ++ran } } });
    expect(errorIn(await executor.execute(call("1", "echo", 5))).kind).toBe("BadArgs");
    expect(ran).toBe(0);
  });

  test("EX-04 an unknown name is answered with the names there are, and a second tool of one name is refused", async () => {
    const executor = setUp({ tools: { zeta: {}, alpha: {} } });
    expect(errorIn(await executor.execute(call("1", "echo")))).toEqual({
      kind: "UnknownTool",
      code: "UNKNOWN_TOOL",
      message: 'there is no tool "echo"; the tools are alpha, zeta',
    });
    const context = createToolContext({ workspaceRoot: makeTree([]) });
    const registry = new ToolRegistry();
    registry.register(toRegistered(context, makeSpec("echo", {})));
    expect(() => registry.register(toRegistered(context, makeSpec("echo", {})))).toThrow(
      expect.objectContaining({ kind: "DuplicateTool", code: "DUPLICATE_TOOL" }),
    );
  });

  test("EX-03 EX-04 reports of the tools come by name, each with everything a caller needs", () => {
    const context = createToolContext({ workspaceRoot: makeTree([]) });
    const registry = new ToolRegistry();
    for (const name of ["zeta", "alpha"]) registry.register(toRegistered(context, makeSpec(name, {})));
    const traits = { isSideEffecting: true, requiresApproval: true, riskLevel: "high", timeoutMs: 5 } as const;
    registry.register(toRegistered(context, makeSpec("mid", { traits })));
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    expect(registry.reports(context).map(({ name }) => name)).toEqual(["alpha", "mid", "zeta"]);
    expect(registry.reports(context).slice(0, 2)).toEqual([
      {
        name: "alpha",
        description: "The tool alpha.",
        parameters,
        is_side_effecting: false,
        requires_approval: false,
        risk_level: "low",
        timeout_ms: 30_000,
      },
      {
        name: "mid",
        description: "The tool mid.",
        parameters,
        is_side_effecting: true,
        requires_approval: true,
        risk_level: "high",
        timeout_ms: 5,
      },
    ]);
  });
});

describe("policy and approval", () => {
  test("EX-10 a disabled policy answers every call, unknown tools and broken calls included", async () => {
    const executor = setUp({ policy: { enabled: false } });
    for (const value of [call("1"), call("1", "none"), call("1", "echo", ".."), null]) {
      expect(errorIn(await executor.execute(value)).message).toBe("Tool execution disabled by policy");
    }
  });

  test("EX-11 a batch asks once, before anything in it runs, and only for what nothing else refuses", async () => {
    const log: string[] = [];
    const run: Run = ({ path }) => log.push(`run ${path}`);
    const approve = (requests: readonly ApprovalRequest[]) => {
      log.push(`ask ${requests.map(({ callId }) => callId).join(" ")}`);
      return ["3"];
    };
    const executor = setUp({
      approve,
      tools: { echo: { run }, edit: { run, traits: { isSideEffecting: true, riskLevel: "medium" } } },
    });
    const results = await executor.executeBatch([
      call("1"),
      call("2", "edit"),
      call("3", "edit", "g"),
      call("4", "edit", "../x"),
      call("5", "edit", 7),
    ]);
    expect(log).toEqual(["ask 2 3", "run f", "run g"]);
    expect(results.map((result) => (result.is_error ? errorIn(result).code : "ok"))).toEqual([
      "ok",
      "POLICY_DENIED",
      "ok",
      "SANDBOX_VIOLATION",
      "INVALID_ARGUMENT",
    ]);
  });

  test("EX-11 a request carries id, tool, summary and risk; no way to ask means no", async () => {
    const asked: (readonly ApprovalRequest[])[] = [];
    const tools = { edit: { traits: { requiresApproval: true, riskLevel: "high" } } } as const;
    const approve = (requests: readonly ApprovalRequest[]) => {
      asked.push(requests);
      return "all" as const;
    };
    expect((await setUp({ tools, approve }).execute(call("a", "edit"))).is_error).toBe(false);
    expect(asked).toEqual([[{ callId: "a", toolName: "edit", summary: "edit f", riskLevel: "high" }]]);
    expect(errorIn(await setUp({ tools }).execute(call("a", "edit"))).kind).toBe("PolicyDenied");
  });

  test("EX-11 an approver that never answers is a no, and one that is cancelled is cancelled", async () => {
    const tools = { edit: { traits: { requiresApproval: true } } };
    const approve = () => new Promise<"all">(() => {});
    expect(errorIn(await setUp({ tools, approve, approvalTimeoutMs: 10 }).execute(call("a", "edit"))).code).toBe(
      "POLICY_DENIED",
    );
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    const { signal } = controller;
    expect(errorIn(await setUp({ tools, approve }).execute(call("a", "edit"), { signal })).code).toBe("CANCELLED");
  });
});
