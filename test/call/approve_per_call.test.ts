import { describe, expect, test } from "vitest";
import type { ApprovalRequest, Approve } from "../../src/call/approval.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file f x"]);

function setUp(approve?: Approve) {
  const toolkit = createAgentToolkit({ workspaceRoot, ...(approve ? { approve } : {}) });
  toolkit.register({
    definition: {
      name: "write",
      description: "Writes.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: true, requiresApproval: false, riskLevel: "medium" },
    parse: ({ path }) => ({ path: String(path) }),
    summarize: ({ path }) => `Write ${path}`,
    run: ({ path }) => `wrote ${path}`,
  });
  return toolkit;
}

const call = { id: "1", name: "write", arguments: { path: "f" } };
const REFUSED = {
  tool_call_id: "1",
  content: JSON.stringify({
    error: {
      kind: "PolicyDenied",
      code: "POLICY_DENIED",
      message: "write needs approval, which was not given",
    },
  }),
  is_error: true,
};
const DONE = { tool_call_id: "1", content: "wrote f", is_error: false };

describe("an approver for one call", () => {
  test("is asked instead of the toolkit's", async () => {
    using willing = setUp(() => "all");
    using unwilling = setUp(() => "none");
    using silent = setUp();
    const asked: ApprovalRequest[] = [];
    const yes: Approve = (requests) => {
      asked.push(...requests);
      return "all";
    };
    expect(await willing.execute(call, { approve: () => "none" })).toEqual(REFUSED);
    expect(await unwilling.execute(call, { approve: yes })).toEqual(DONE);
    expect(await silent.execute(call, { approve: yes })).toEqual(DONE);
    const request = { callId: "1", toolName: "write", summary: "Write f", riskLevel: "medium" };
    expect(asked).toEqual([request, request]);
  });

  test("without one the toolkit's is asked", async () => {
    using willing = setUp(() => "all");
    using silent = setUp();
    expect(await willing.execute(call)).toEqual(DONE);
    expect(await silent.execute(call)).toEqual(REFUSED);
  });

  test("one that throws is a no", async () => {
    using willing = setUp(() => "all");
    const approve = () => {
      throw new Error("no screen");
    };
    expect(await willing.execute(call, { approve })).toEqual(REFUSED);
  });
});
