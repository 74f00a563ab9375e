// The decisions of a policy: the whole truth table against a second reading of the requirements, and broken policies.
// Leaves who is asked, and what happens then, to the executor.

import { describe, expect, test } from "vitest";
import {
  DEFAULT_POLICY,
  type Decision,
  decideEarly,
  decideLate,
  type Policy,
  type PolicyMode,
  type ToolFacts,
} from "../../src/security/policy.ts";

const BOOLEANS = [false, true];
const MODES: readonly PolicyMode[] = ["auto", "prompt", "deny"];

interface Row {
  readonly enabled: boolean;
  readonly mode: PolicyMode;
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly promptSideEffects: boolean;
  readonly isSideEffecting: boolean;
  readonly requiresApproval: boolean;
}

const rows: Row[] = [];
for (const enabled of BOOLEANS)
  for (const mode of MODES)
    for (const allowed of BOOLEANS)
      for (const denied of BOOLEANS)
        for (const promptSideEffects of BOOLEANS)
          for (const isSideEffecting of BOOLEANS)
            for (const requiresApproval of BOOLEANS)
              rows.push({ enabled, mode, allowed, denied, promptSideEffects, isSideEffecting, requiresApproval });

function policyOf(row: Row): Policy {
  return {
    enabled: row.enabled,
    mode: row.mode,
    allowlist: row.allowed ? ["other", "edit"] : ["other"],
    denylist: row.denied ? ["another", "edit"] : ["another"],
    promptSideEffects: row.promptSideEffects,
  };
}

function factsOf(row: Row): ToolFacts {
  return { name: "edit", isSideEffecting: row.isSideEffecting, requiresApproval: row.requiresApproval };
}

/** The answer and the rule that gave it, as a list of sentences read from the top. */
function expectedOf(row: Row): string {
  if (!row.enabled) return "deny disabled";
  if (row.denied) return "deny denylist";
  const asksForMode = row.isSideEffecting && !row.allowed;
  switch (row.mode) {
    case "deny":
      if (!row.allowed) return "deny mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
    case "prompt":
      if (asksForMode) return "ask mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
    case "auto":
      if (asksForMode && row.promptSideEffects) return "ask mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
  }
}

function summaryOf(decision: Decision): string {
  return decision.kind === "allow" ? "allow" : `${decision.kind} ${decision.rule}`;
}

function broken(policy: unknown): Policy {
  return JSON.parse(JSON.stringify({ policy })).policy;
}

describe("every combination", () => {
  test("EX-08 EX-09 EX-10 is decided as the requirements say", () => {
    expect(rows.length).toBe(192);
    expect(rows.map((row) => [row, summaryOf(decideLate(policyOf(row), factsOf(row)))])).toEqual(
      rows.map((row) => [row, expectedOf(row)]),
    );
  });

  test("EX-09 EX-10 is decided early by enabled and the denylist alone", () => {
    expect(rows.map((row) => [row, summaryOf(decideEarly(policyOf(row), "edit"))])).toEqual(
      rows.map((row) => [row, !row.enabled ? "deny disabled" : row.denied ? "deny denylist" : "allow"]),
    );
  });

  test("EX-09 that is denied is never asked about", () => {
    const denied = rows.filter((row) => !row.enabled || row.denied || (row.mode === "deny" && !row.allowed));
    expect(new Set(denied.map((row) => decideLate(policyOf(row), factsOf(row)).kind))).toEqual(new Set(["deny"]));
  });

  test("EX-10 that requires approval never runs without it", () => {
    const careful = rows.filter((row) => row.requiresApproval);
    expect(careful.filter((row) => decideLate(policyOf(row), factsOf(row)).kind === "allow")).toEqual([]);
  });
});

describe("the reasons", () => {
  const tool: ToolFacts = { name: "edit", isSideEffecting: false, requiresApproval: false };

  test("EX-10 a disabled policy answers with its fixed sentence", () => {
    const decision = { kind: "deny", rule: "disabled", reason: "Tool execution disabled by policy" };
    expect(decideEarly({ ...DEFAULT_POLICY, enabled: false }, "edit")).toEqual(decision);
    expect(decideLate({ ...DEFAULT_POLICY, enabled: false, denylist: ["edit"] }, tool)).toEqual(decision);
  });

  test("EX-10 the denylist names the tool and wins over the allowlist", () => {
    const policy: Policy = { ...DEFAULT_POLICY, allowlist: ["edit"], denylist: ["edit"] };
    expect(decideEarly(policy, "edit")).toEqual({
      kind: "deny",
      rule: "denylist",
      reason: 'tool "edit" is on the denylist of the policy',
    });
  });

  test("EX-10 mode deny names the tool that is not on the allowlist", () => {
    expect(decideLate({ ...DEFAULT_POLICY, mode: "deny", allowlist: ["edi", "EDIT"] }, tool)).toEqual({
      kind: "deny",
      rule: "mode",
      reason: 'tool "edit" is not on the allowlist, and the policy denies all others',
    });
  });
});

describe("without a configuration", () => {
  test("EX-08 the policy is auto, with empty lists, and cannot be changed in place", () => {
    expect(DEFAULT_POLICY).toEqual({
      enabled: true,
      mode: "auto",
      allowlist: [],
      denylist: [],
      promptSideEffects: true,
    });
    expect([DEFAULT_POLICY, DEFAULT_POLICY.allowlist, DEFAULT_POLICY.denylist].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("EX-10 tools that only read run, and those with side effects are asked about", () => {
    const decide = (isSideEffecting: boolean) =>
      decideLate(DEFAULT_POLICY, { name: "x", isSideEffecting, requiresApproval: false });
    expect([false, true].map(decide)).toEqual([{ kind: "allow" }, { kind: "ask", rule: "mode" }]);
  });
});

describe("a doubt is a no", () => {
  const tool: ToolFacts = { name: "edit", isSideEffecting: false, requiresApproval: false };
  const listed = { ...DEFAULT_POLICY, allowlist: ["edit"] };

  test.each([
    ["no policy", null, "the policy is not an object"],
    ["a word", "auto", "the policy is not an object"],
    ["an empty object", {}, "enabled of the policy is not a boolean"],
    ["enabled as text", { ...listed, enabled: "false" }, "enabled of the policy is not a boolean"],
    ["an unknown mode", { ...listed, mode: "yolo" }, 'mode of the policy is "yolo", not auto, prompt or deny'],
    ["a mode in capitals", { ...listed, mode: "AUTO" }, 'mode of the policy is "AUTO", not auto, prompt or deny'],
    ["no mode", { ...listed, mode: null }, "mode of the policy is null, not auto, prompt or deny"],
    ["an allowlist of numbers", { ...listed, allowlist: [1] }, "allowlist of the policy is not an array of strings"],
    ["a denylist as text", { ...listed, denylist: "edit" }, "denylist of the policy is not an array of strings"],
    ["no denylist", { ...listed, denylist: null }, "denylist of the policy is not an array of strings"],
    ["a vague flag", { ...listed, promptSideEffects: 0 }, "promptSideEffects of the policy is not a boolean"],
  ])("EX-08 %s denies, early and late", (_, policy, fault) => {
    const decision = { kind: "deny", rule: "malformed", reason: `Tool execution denied: ${fault}` };
    expect(decideEarly(broken(policy), "edit")).toEqual(decision);
    expect(decideLate(broken(policy), tool)).toEqual(decision);
  });

  test("EX-10 disabled is disabled, however broken the rest", () => {
    expect(summaryOf(decideEarly(broken({ enabled: false, mode: "yolo" }), "edit"))).toBe("deny disabled");
  });

  test("EX-10 a tool that does not say what it does is taken for a risky one", () => {
    const vague: ToolFacts = JSON.parse('{ "name": "edit" }');
    expect(summaryOf(decideLate(DEFAULT_POLICY, vague))).toBe("ask mode");
    expect(summaryOf(decideLate(listed, vague))).toBe("ask requires_approval");
  });
});
