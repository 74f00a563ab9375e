// The gate: its order, its limits, who is asked, and what comes out of it. Leaves what a call may reach to factory_sandbox.test.ts.

import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { ApprovalRequest } from "../../src/call/approval.ts";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { ToolError } from "../../src/errors.ts";
import { codeOf, makePeek, setUp } from "../support/peek_tool.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors } from "../support/workspaces.ts";

describe("createSecureTool", () => {
  test.each([
    ["timeoutMs", -1, "a number from 0 to 86400000, not -1"],
    ["timeoutMs", 86_400_001, "a number from 0 to 86400000, not 86400001"],
    ["approvalTimeoutMs", Number.POSITIVE_INFINITY, "a number from 0 to 86400000, not Infinity"],
    ["approvalTimeoutMs", Number.NaN, "a number from 0 to 86400000, not NaN"],
    ["maxOutputBytes", 0.5, "a whole number of at least 0, not 0.5"],
    ["maxArgumentBytes", -1, "a whole number of at least 0, not -1"],
    ["maxArgumentBytes", "9", 'a whole number of at least 0, not "9"'],
  ])("EX-05 a context with %s = %s is the program's mistake, and is thrown", (name, value, expected) => {
    const before = countDescriptors();
    const options = { workspaceRoot: makeTree([]), [name]: value };
    expect(() => createToolContext(options)).toThrow(`${name} must be ${expected}`);
    expect(countDescriptors()).toBe(before);
  });

  test("EX-05 a day is the longest time, and none at all the shortest", () => {
    const workspaceRoot = makeTree([]);
    const options = { timeoutMs: 86_400_000, approvalTimeoutMs: 0, maxOutputBytes: 0, maxArgumentBytes: 0 };
    const context = createToolContext({ workspaceRoot, ...options });
    expect(context).toMatchObject(options);
    context.workspace.close();
  });

  test("EX-16 the time that a person takes is not the tool's", async () => {
    // An hour passes while the person thinks.
    const approve = () => {
      const laterMs = performance.now() + 3_600_000;
      vi.spyOn(performance, "now").mockImplementation(() => laterMs);
      return "all" as const;
    };
    const { context } = setUp({ approve });
    const tool = createSecureTool(context, {
      ...makePeek([], { requiresApproval: true }),
      run: (_request, _node, { clock }) => {
        clock.check();
        return "ran";
      },
    });
    try {
      expect(await tool("a/f")).toEqual({ status: "success", data: "ran" });
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("EX-09 decides in order: disabled, denylist, arguments, sandbox, mode, approval", async () => {
    const asked: ApprovalRequest[] = [];
    const approve = (requests: readonly ApprovalRequest[]) => {
      asked.push(...requests);
      return "all" as const;
    };
    const denylisted = setUp({ policy: { denylist: ["peek"], mode: "deny" }, ownTools: ["peek"], approve });
    expect(await codeOf(denylisted.peek(".."))).toBe("denied POLICY_DENIED");
    expect(denylisted.ran).toEqual([]);

    const denying = setUp({ policy: { mode: "deny" }, approve, traits: { requiresApproval: true } });
    expect((await denying.peek(7 as unknown as string)).status).toBe("failure");
    expect(await codeOf(denying.peek(".."))).toBe("denied SANDBOX_VIOLATION");
    expect(await codeOf(denying.peek("none"))).toBe("denied POLICY_DENIED");
    expect(await codeOf(denying.peek("a/f"))).toBe("denied POLICY_DENIED");
    expect(denying.ran).not.toContain("run");

    const asking = setUp({ approve, traits: { requiresApproval: true } });
    expect(await codeOf(asking.peek(".."))).toBe("denied SANDBOX_VIOLATION");
    expect(asked).toEqual([]);
    expect((await asking.peek("a/f", undefined, { callId: "c1" })).status).toBe("success");
    expect(asked).toEqual([{ callId: "c1", toolName: "peek", summary: "Peek at a/f", riskLevel: "low" }]);
  });

  test("EX-10 a disabled policy answers every call the same way", async () => {
    const { peek } = setUp({ policy: { enabled: false } });
    const outcome = await peek("a/f");
    expect(outcome.status === "denied" && outcome.error.message).toBe("Tool execution disabled by policy");
  });

  test.each([
    ["nobody can be asked", undefined],
    ["the answer is none", () => "none" as const],
    ["the answer names other calls", () => ["other"]],
    ["asking fails", () => Promise.reject(new Error("no terminal"))],
    ["asking throws", () => JSON.parse("{")],
    ["the answer is of another shape", () => true as unknown as "all"],
    ["nobody answers in time", () => new Promise<"all">(() => {})],
  ])("does not run a tool that needs approval when %s", async (_when, approve) => {
    const { peek, ran } = setUp({
      traits: { isSideEffecting: true },
      approvalTimeoutMs: 20,
      ...(approve === undefined ? {} : { approve }),
    });
    expect(await codeOf(peek("a/f"))).toBe("denied POLICY_DENIED");
    expect(ran).not.toContain("run");
  });

  test("looks again, with every check, after a person has approved", async () => {
    let root = "";
    const approve = () => {
      renameSync(join(root, "a"), join(root, "b"));
      symlinkSync("..", join(root, "a"));
      return "all" as const;
    };
    const setup = setUp({ traits: { requiresApproval: true }, approve });
    root = setup.root;
    expect(await codeOf(setup.peek("a"))).toBe("denied SANDBOX_VIOLATION");
    expect(setup.ran).not.toContain("run");
  });

  test("stops for a cancelled call and for one that is late", async () => {
    const { peek } = setUp();
    expect(await codeOf(peek("a/f", undefined, { signal: AbortSignal.abort() }))).toBe("failure CANCELLED");
    expect(await codeOf(peek("a/f", undefined, { timeoutMs: 0 }))).toBe("failure TIMEOUT");
  });

  test("EX-18 whatever a tool throws becomes one failure that tells nothing of it", async () => {
    const context = createToolContext({ workspaceRoot: makeTree([]) });
    const oddities = [new Error("/etc/shadow"), "text", null, undefined, 7, new Proxy({}, {}), Symbol("s")];
    for (const oddity of oddities) {
      const spec = makePeek([]);
      const failing = createSecureTool(context, { ...spec, run: () => Promise.reject(oddity) });
      const outcome = await failing(".");
      expect(outcome.status === "failure" && [outcome.error.code, outcome.error.message]).toEqual([
        "INTERNAL",
        "the tool failed",
      ]);
    }
  });

  test("holds nothing open, however a call ends", async () => {
    const { peek, context, root } = setUp({ entries: ["file a/f x", "file s.key x", "symlink k s.key"] });
    const failing = createSecureTool(context, { ...makePeek([]), run: () => Promise.reject(new Error("x")) });
    const before = countDescriptors();
    for (const path of ["a/f", "a", "none", "..", "k", "s.key"]) await peek(path);
    await failing("a/f");
    (await peek.admit({ path: "a/f" })).release();
    const admission = await peek.admit({ path: "a/f" });
    admission.release();
    expect(await admission.run()).toBe("file a/f at a/f");
    const denied = createToolContext({ workspaceRoot: root, policy: { mode: "deny" } });
    await createSecureTool(denied, makePeek([]))("a/f");
    denied.workspace.close();
    expect(countDescriptors()).toBe(before);
  });

  test("an admission uses the object that was checked, even if its name is taken by another meanwhile", async () => {
    const { peek, root } = setUp({ entries: ["file f old"] });
    const admission = await peek.admit({ path: "f" });
    rmSync(join(root, "f"));
    writeFileSync(join(root, "f"), "new");
    expect(await admission.run()).toBe("file f at f");
  });

  test("refuses arguments that are no object", async () => {
    const { peek } = setUp();
    for (const args of [null, 5, "x", [], undefined]) {
      await expect(peek.admit(args)).rejects.toThrow("arguments must be an object");
    }
  });
});

describe("ToolError", () => {
  test("EX-20 carries kind and code, and is itself in JSON without its cause", async () => {
    const { peek } = setUp();
    const outcome = await peek("none");
    if (outcome.status !== "failure") throw new Error(outcome.status);
    expect(JSON.parse(JSON.stringify(outcome.error))).toEqual({
      kind: "ExecutionFailed",
      code: "NOT_FOUND",
      message: '"none" does not exist; the nearest existing folder is "."',
      path: "none",
      retriable: false,
    });
    expect(ToolError.isInstance(outcome.error)).toBe(true);
    expect(ToolError.isInstance(new Error("x"))).toBe(false);
  });
});
