import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createToolContext, type ToolContextOptions } from "../../src/context.ts";
import { ToolError } from "../../src/errors.ts";
import { ToolRegistry } from "../../src/executor/registry.ts";
import { Executor, type ExecutorLimits } from "../../src/executor/run.ts";
import type { ExecuteContext, ToolEvent } from "../../src/executor/types.ts";
import { createSecureTool } from "../../src/factory.ts";
import type { CallScope, PathRequest, ToolSpec } from "../../src/gate/spec.ts";
import type { ApprovalRequest } from "../../src/security/approval.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";

type Run = ToolSpec<PathRequest, unknown>["run"];

interface ToolWish {
  readonly run?: Run;
  readonly render?: ToolSpec<PathRequest, unknown>["render"];
  readonly traits?: Partial<ToolSpec<PathRequest, unknown>["traits"]>;
}

function makeSpec(name: string, wish: ToolWish): ToolSpec<PathRequest, unknown> {
  return {
    definition: {
      name,
      description: `The tool ${name}.`,
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low", ...wish.traits },
    parse: (args) => {
      if (typeof args.path !== "string")
        throw new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message: "path" });
      return { path: args.path };
    },
    summarize: ({ path }) => `${name} ${path}`,
    run: wish.run ?? ((request) => `ran ${request.path}`),
    ...(wish.render === undefined ? {} : { render: wish.render }),
  };
}

interface Setup extends Partial<ToolContextOptions> {
  readonly tools?: Record<string, ToolWish>;
  readonly limits?: Partial<ExecutorLimits>;
}

function setUp({ tools = { echo: {} }, limits = {}, ...options }: Setup = {}) {
  const workspaceRoot = options.workspaceRoot ?? makeTree(["file f x", "file g x", "dir d"]);
  const context = createToolContext({ ...options, workspaceRoot });
  const registry = new ToolRegistry();
  for (const [name, wish] of Object.entries(tools)) registry.register(createSecureTool(context, makeSpec(name, wish)));
  return new Executor(context, registry, { maxCallsPerBatch: 8, ...limits });
}

const call = (id: string, name = "echo", path: unknown = "f") => ({ id, name, arguments: { path } });

function errorIn(result: { content: string; is_error: boolean }): { kind: string; code: string; message: string } {
  if (!result.is_error) throw new Error(`no error: ${result.content}`);
  return JSON.parse(result.content).error;
}

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
    registry.register(createSecureTool(context, makeSpec("echo", {})));
    expect(() => registry.register(createSecureTool(context, makeSpec("echo", {})))).toThrow(
      expect.objectContaining({ kind: "DuplicateTool", code: "DUPLICATE_TOOL" }),
    );
  });

  test("EX-03 EX-04 reports of the tools come by name, each with everything a caller needs", () => {
    const context = createToolContext({ workspaceRoot: makeTree([]) });
    const registry = new ToolRegistry();
    for (const name of ["zeta", "alpha"]) registry.register(createSecureTool(context, makeSpec(name, {})));
    const traits = { isSideEffecting: true, requiresApproval: true, riskLevel: "high", timeoutMs: 5 } as const;
    registry.register(createSecureTool(context, makeSpec("mid", { traits })));
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    expect(registry.reports(30_000).map(({ name }) => name)).toEqual(["alpha", "mid", "zeta"]);
    expect(registry.reports(30_000).slice(0, 2)).toEqual([
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

describe("context and budget", () => {
  test("EX-05 each call gets a context of its own, with the defaults or what the caller said", async () => {
    const seen: CallScope[] = [];
    const run: Run = (_request, _node, scope) => {
      seen.push(scope);
      return "";
    };
    const tools = { echo: { run }, text: { run, traits: { allowsTruncation: true, timeoutMs: 7000 } } };
    const executor = setUp({ tools });
    await executor.execute(call("1"));
    await executor.execute(call("2", "text"), {
      max_output_bytes: 300,
      available_capacity_bytes: 400,
      timeout_ms: 900,
    });
    const shown = seen.map(({ pace, denied, signal, ...rest }) => ({
      ...rest,
      hasPace: pace !== undefined && denied !== undefined && !signal.aborted,
    }));
    expect(shown).toEqual([
      {
        callId: "1",
        path: "f",
        timeoutMs: 30_000,
        maxOutputBytes: 102_400,
        availableCapacityBytes: 65_536,
        allowTruncation: false,
        ignored: null,
        hasPace: true,
      },
      {
        callId: "2",
        path: "f",
        timeoutMs: 900,
        maxOutputBytes: 300,
        availableCapacityBytes: 400,
        allowTruncation: true,
        ignored: null,
        hasPace: true,
      },
    ]);
    expect(seen[0]?.pace).not.toBe(seen[1]?.pace);
  });

  test("EX-06 the smaller of the two limits holds, for results and for errors, counted in bytes of UTF-8", async () => {
    const executor = setUp({
      tools: {
        text: { run: () => "é".repeat(100_000), traits: { allowsTruncation: true } },
        json: { run: () => ["é".repeat(100_000)] },
        fails: {
          run: () =>
            Promise.reject(new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message: "é".repeat(9999) })),
        },
      },
    });
    const limits: ExecuteContext[] = [
      { max_output_bytes: 1000 },
      { available_capacity_bytes: 1001 },
      { max_output_bytes: 2000, available_capacity_bytes: 999 },
      { max_output_bytes: 256 },
      { max_output_bytes: 100 },
      { max_output_bytes: 10 },
      { max_output_bytes: 0 },
      {},
    ];
    for (const context of limits) {
      const max = Math.min(context.max_output_bytes ?? 102_400, context.available_capacity_bytes ?? 65_536);
      for (const name of ["text", "json", "fails", "none"]) {
        const { content, is_error } = await executor.execute(call("1", name), context);
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(max);
        if (is_error && max >= 256) expect(JSON.parse(content).error.code).not.toBe("");
        if (is_error && max === 0) expect(content).toBe("");
      }
    }
  });

  test("EX-06 limits that are no whole numbers are refused by name", async () => {
    for (const max_output_bytes of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { code, message } = errorIn(await setUp().execute(call("1"), { max_output_bytes }));
      expect([code, message]).toEqual([
        "INVALID_ARGUMENT",
        expect.stringContaining("max_output_bytes must be a whole number"),
      ]);
    }
  });

  test("EX-06 where one limit is none, what is said of it keeps to the other", async () => {
    const context = { max_output_bytes: -1, available_capacity_bytes: 100 };
    const { content, is_error } = await setUp().execute(call("1"), context);
    expect([is_error, Buffer.byteLength(content) <= 100]).toEqual([true, true]);
  });

  test("EX-07 text is cut at a character and says so within the limit; JSON is never cut", async () => {
    const marker = "\n\n... [output truncated]";
    const executor = setUp({
      tools: {
        text: { run: () => "😀".repeat(100), traits: { allowsTruncation: true } },
        json: { run: () => ({ a: "x".repeat(400) }) },
      },
    });
    for (let max = 0; max <= 60; max++) {
      const { content } = await executor.execute(call("1", "text"), { max_output_bytes: max });
      const emoji = Math.floor((max >= marker.length ? max - marker.length : max) / 4);
      expect(content).toBe("😀".repeat(emoji) + (max >= marker.length ? marker : ""));
    }
    expect((await executor.execute(call("1", "text"), { max_output_bytes: 400 })).content).toBe("😀".repeat(100));
    const refused = errorIn(await executor.execute(call("1", "json"), { max_output_bytes: 300 }));
    expect(refused).toEqual({
      kind: "ExecutionFailed",
      code: "OUTPUT_BUDGET_TOO_SMALL",
      message: "output budget too small: 408 bytes needed, 300 allowed",
    });
  });

  test("EX-06 a tool that does not keep its own limit is not believed", async () => {
    const executor = setUp({ tools: { liar: { run: () => 1, render: () => "x".repeat(5000) } } });
    expect(errorIn(await executor.execute(call("1", "liar"), { max_output_bytes: 400 })).code).toBe(
      "OUTPUT_BUDGET_TOO_SMALL",
    );
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

describe("execution", () => {
  test("EX-15 a batch runs in order, one after the other, and a failure does not stop it", async () => {
    const log: string[] = [];
    const slow: Run = async ({ path }) => {
      log.push(`start ${path}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`end ${path}`);
      if (path === "g") throw new Error("x");
    };
    const executor = setUp({ tools: { echo: { run: slow } } });
    const results = await executor.executeBatch([call("1", "echo", "g"), call("2"), call("3", "echo", "d")]);
    expect(log).toEqual(["start g", "end g", "start f", "end f", "start d", "end d"]);
    expect(results.map(({ is_error }) => is_error)).toEqual([true, false, false]);
  });

  test("EX-15 a later call of a batch sees what an earlier one changed", async () => {
    const workspaceRoot = makeTree([]);
    const make: Run = (_request, node) => {
      mkdirSync(join(workspaceRoot, "new"));
      return node.kind;
    };
    const executor = setUp({
      workspaceRoot,
      policy: { promptSideEffects: false },
      tools: { look: { run: (_request, node) => node.kind }, make: { run: make, traits: { isSideEffecting: true } } },
    });
    const results = await executor.executeBatch([call("1", "make", "."), call("2", "look", "new")]);
    expect(results.map(({ content }) => content)).toEqual(["directory", "directory"]);
  });

  test("EX-16 a call that takes too long is answered Timeout, and the batch goes on", async () => {
    const executor = setUp({
      tools: {
        deaf: { run: () => new Promise(() => {}), traits: { timeoutMs: 15 } },
        late: { run: async () => Promise.reject(new Error("after the fact")) },
        echo: {},
      },
    });
    const results = await executor.executeBatch([call("1", "deaf"), call("2")]);
    expect(errorIn(results[0] ?? fail())).toMatchObject({ kind: "Timeout", code: "TIMEOUT" });
    expect(results[1]?.content).toBe("ran f");
    expect(errorIn(await executor.execute(call("3", "deaf"), { timeout_ms: 5 })).kind).toBe("Timeout");
  });

  test("EX-17 cancelling answers the running call and those left with Cancelled by user", async () => {
    const controller = new AbortController();
    const ran: string[] = [];
    const run: Run = ({ path }) => {
      ran.push(path);
      if (path === "f") controller.abort();
      return new Promise(() => {});
    };
    const executor = setUp({ tools: { echo: { run } } });
    const calls = [call("1"), call("2", "echo", "g"), call("3", "none")];
    const results = await executor.executeBatch(calls, { signal: controller.signal });
    expect(results.map(errorIn)).toEqual(
      results.map(() => ({ kind: "Cancelled", code: "CANCELLED", message: "Cancelled by user" })),
    );
    expect(ran).toEqual(["f"]);
  });

  test("EX-18 whatever a tool throws becomes one error result whose text is sanitised", async () => {
    const thrown = [
      new Error("/secret/place"),
      "text",
      null,
      undefined,
      Symbol("s"),
      { toString: () => Promise.reject() },
    ];
    for (const value of thrown) {
      const executor = setUp({ tools: { echo: { run: () => Promise.reject(value) } } });
      expect(errorIn(await executor.execute(call("1")))).toEqual({
        kind: "ExecutionFailed",
        code: "INTERNAL",
        message: "the tool failed",
      });
    }
    const rude = new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message: "\u001b[2J\u202eevil" });
    const executor = setUp({ tools: { echo: { run: () => Promise.reject(rude) } } });
    expect(errorIn(await executor.execute(call("1"))).message).toBe("\\x1b[2J\\u202eevil");
    const badRender = setUp({ tools: { echo: { render: () => JSON.parse("{") } } });
    expect(errorIn(await badRender.execute(call("1"))).code).toBe("INTERNAL");
  });

  test("EX-19 calls over the limit of a batch and arguments over theirs are answered with an error, the rest goes on", async () => {
    const executor = setUp();
    const calls = Array.from({ length: 10 }, (_, i) => call(String(i)));
    const results = await executor.executeBatch(calls);
    expect(results.map((result) => (result.is_error ? errorIn(result).code : "ok"))).toEqual([
      ...Array.from({ length: 8 }, () => "ok"),
      "LIMIT_EXCEEDED",
      "LIMIT_EXCEEDED",
    ]);
    const atLimit = { id: "1", name: "echo", arguments: { path: "f", x: "é".repeat((262_144 - 19) / 2) } };
    const exact = 262_144 - Buffer.byteLength(JSON.stringify(atLimit.arguments));
    const fits = { ...atLimit, arguments: { ...atLimit.arguments, x: `${atLimit.arguments.x}${"y".repeat(exact)}` } };
    const over = { ...fits, arguments: { ...fits.arguments, x: `${fits.arguments.x}y` } };
    expect((await executor.execute(fits)).is_error).toBe(false);
    expect(errorIn(await executor.execute(over))).toEqual({
      kind: "BadArgs",
      code: "LIMIT_EXCEEDED",
      message: "arguments have more than 262144 bytes; at most 262144 are allowed",
    });
  });

  test("EX-19 a second call of the same id in a batch is not run", async () => {
    const ran: string[] = [];
    const executor = setUp({ tools: { echo: { run: ({ path }) => ran.push(path) } } });
    const results = await executor.executeBatch([call("1"), call("1", "echo", "g"), call("2", "echo", "d")]);
    expect(ran).toEqual(["f", "d"]);
    expect(errorIn(results[1] ?? fail())).toMatchObject({
      kind: "DuplicateToolCallId",
      code: "DUPLICATE_TOOL_CALL_ID",
    });
  });

  test("EX-02 the schema of any tool is checked before its own parse", async () => {
    let parsed = 0;
    const context = createToolContext({ workspaceRoot: makeTree(["file f x"]) });
    const registry = new ToolRegistry();
    const base = makeSpec("echo", {});
    const properties = { path: { type: "string" }, n: { type: "integer" } };
    const definition = {
      ...base.definition,
      parameters: { type: "object" as const, properties, required: ["path", "n"] },
    };
    const parse = () => {
      parsed++;
      return { path: "f" };
    };
    registry.register(createSecureTool(context, { ...base, definition, parse }));
    const executor = new Executor(context, registry, { maxCallsPerBatch: 8 });
    const result = await executor.execute({ id: "1", name: "echo", arguments: { path: "f", n: "x" } });
    expect(errorIn(result).message).toBe('n must be an integer, not "x"');
    expect(parsed).toBe(0);
  });

  test("EX-18 what throws when it is looked at, and what is no text, are answered too", async () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error("trap");
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const branded = { [Symbol.for("porthole.ToolError")]: true };
    for (const value of [hostile, proxy, branded]) {
      const executor = setUp({ tools: { echo: { run: () => Promise.reject(value) } } });
      expect(errorIn(await executor.execute(call("1"))).message).toBe("the tool failed");
    }
    const executor = setUp({ tools: { echo: { render: () => [] as unknown as string } } });
    expect(errorIn(await executor.execute(call("1"))).code).toBe("INTERNAL");
  });

  test("EX-19 an id is taken even if its first call was refused", async () => {
    const executor = setUp({ tools: { echo: {}, no: {} }, policy: { denylist: ["no"] } });
    const results = await executor.executeBatch([call("1", "no"), call("1")]);
    expect(results.map((result) => errorIn(result).code)).toEqual(["POLICY_DENIED", "DUPLICATE_TOOL_CALL_ID"]);
  });

  test("EX-22 a listener that rejects later harms nobody", async () => {
    const on_event = (async () => Promise.reject(new Error("late"))) as () => void;
    expect((await setUp().execute(call("1"), { on_event })).is_error).toBe(false);
  });

  test("EX-03 EX-21 what a person is shown of a call is short and harmless, and a long patience is no short one", async () => {
    const shown: string[] = [];
    const approve = (requests: readonly ApprovalRequest[]) => {
      shown.push(...requests.map(({ summary }) => summary));
      return "all" as const;
    };
    const context = createToolContext({
      workspaceRoot: makeTree(["file f x"]),
      approve,
      approvalTimeoutMs: 86_400_000,
    });
    const spec = {
      ...makeSpec("edit", { traits: { requiresApproval: true } }),
      summarize: () => `\u001b[2J${"x".repeat(500)}`,
    };
    const outcome = await createSecureTool(context, spec)("f");
    expect(outcome.status).toBe("success");
    expect([shown[0]?.startsWith("\\x1b[2J"), shown[0]?.length]).toEqual([true, 200]);
  });

  test("EX-22 each call starts with its first event and completes with its last", async () => {
    const events: ToolEvent[] = [];
    const executor = setUp({ tools: { echo: { run: () => events.length } } });
    const on_event = (event: ToolEvent) => {
      events.push(event);
      throw new Error("a listener that fails");
    };
    await executor.executeBatch([call("1"), call("2", "none")], { on_event });
    expect(events.map((event) => [event.type, event.tool_call_id, event.tool_name])).toEqual([
      ["started", "1", "echo"],
      ["completed", "1", "echo"],
      ["started", "2", "none"],
      ["completed", "2", "none"],
    ]);
    expect(events[1]).toMatchObject({ is_error: false, content_bytes: 1 });
    expect(events[3]).toMatchObject({ is_error: true });
  });

  test("holds nothing open after batches, refusals and timeouts", async () => {
    const executor = setUp({ tools: { echo: {}, edit: { traits: { requiresApproval: true } } } });
    const before = countDescriptors();
    await executor.executeBatch([call("1"), call("2", "edit"), call("3", "echo", "none"), call("4", "echo", "..")]);
    await executor.execute(call("1", "edit"));
    await executor.execute(call("1"), { max_output_bytes: -1 });
    await executor.execute(call("1"), { signal: AbortSignal.abort() });
    expect(countDescriptors()).toBe(before);
  });
});

function fail(): never {
  throw new Error("a result is missing");
}
