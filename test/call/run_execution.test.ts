// How the calls of a batch run and end: in order, in time, cancelled, failed, over a limit, and what listeners hear of it.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/call/approval.ts";
import { Calls } from "../../src/call/calls.ts";
import { createToolContext } from "../../src/call/context.ts";
import { ToolRegistry, toRegistered } from "../../src/call/registry.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import type { ToolEvent } from "../../src/call/types.ts";
import { ToolError } from "../../src/errors.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";
import { call, errorIn, fail, makeSpec, type Run, setUp } from "./executors.ts";

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
    const badRender = setUp({ tools: { echo: { toText: () => JSON.parse("{") } } });
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
    registry.register(toRegistered(context, { ...base, definition, parse }));
    const executor = new Calls({ context, tools: registry }, { maxCallsPerBatch: 8 });
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
    const executor = setUp({ tools: { echo: { toText: () => [] as unknown as string } } });
    expect(errorIn(await executor.execute(call("1"))).code).toBe("INTERNAL");
  });

  test("EX-19 an id is taken even if its first call was refused", async () => {
    const executor = setUp({ tools: { echo: {}, no: {} }, policy: { denylist: ["no"] }, ownTools: ["echo", "no"] });
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
